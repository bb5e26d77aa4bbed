/** The path of a site, point by point: a study of reach. Standing still adds nothing. */

const LEAST = 0.004; // metres between points
const MOST = 6000; // points

export class Path {
  private points = new Float32Array(3 * 256);
  private count = 0;

  /** Whether the path grew. */
  add(x: number, y: number, z: number): boolean {
    const end = 3 * this.count;
    const { points } = this;
    if (this.count > 0 && Math.hypot(x - points[end - 3]!, y - points[end - 2]!, z - points[end - 1]!) < LEAST) return false;
    if (this.count === MOST) {
      points.copyWithin(0, 3 * (MOST / 4));
      this.count -= MOST / 4;
    }
    if (3 * this.count === this.points.length) this.grow();
    this.points.set([x, y, z], 3 * this.count++);
    return true;
  }

  get all(): Float32Array {
    return this.points.slice(0, 3 * this.count);
  }

  private grow(): void {
    const larger = new Float32Array(Math.min(2 * this.points.length, 3 * MOST));
    larger.set(this.points);
    this.points = larger;
  }
}

/** The site whose path is drawn: the chosen one, while it is there; else the right hand, or the figure's first. */
export function tracedSite(chosen: string | null, figure: { sites: readonly { name: string }[] } | null): string {
  const names = figure?.sites.map((site) => site.name) ?? [];
  return [chosen ?? "", "right_hand"].find((name) => names.includes(name)) ?? names[0] ?? "";
}
