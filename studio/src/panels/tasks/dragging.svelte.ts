/** Dragging task rows by their grip, with mouse, pen or finger. Rows and gaps say where they are by data attributes. */

export type Target = { level: number; place: number } | { gap: number };

export class RowDrag {
  task = $state<string | null>(null);
  target = $state.raw<Target | null>(null);
  private from = { x: 0, y: 0 };
  private moved = false;

  constructor(private readonly drop: (task: string, target: Target) => void) {}

  begin(task: string, event: PointerEvent): void {
    if (event.button !== 0) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.from = { x: event.clientX, y: event.clientY };
    this.moved = false;
    this.task = task;
  }

  move(event: PointerEvent): void {
    if (this.task === null) return;
    this.moved ||= Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) > 4;
    if (this.moved) this.target = targetAt(event.clientX, event.clientY);
  }

  end(event: PointerEvent): void {
    const { task, target } = this;
    this.cancel();
    if (task !== null && target !== null && event.type === "pointerup") this.drop(task, target);
  }

  cancel(): void {
    this.task = null;
    this.target = null;
  }

  isGap(gap: number): boolean {
    return this.target !== null && "gap" in this.target && this.target.gap === gap;
  }

  isPlace(level: number, place: number): boolean {
    return this.target !== null && "level" in this.target && this.target.level === level && this.target.place === place;
  }
}

/** The upper half of a row is before it, the lower half after it; between levels is a gap. */
function targetAt(x: number, y: number): Target | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (!(element instanceof HTMLElement)) continue;
    if (element.dataset["gap"] !== undefined) return { gap: Number(element.dataset["gap"]) };
    if (element.dataset["place"] !== undefined) {
      const box = element.getBoundingClientRect();
      const after = y > box.top + box.height / 2 ? 1 : 0;
      return { level: Number(element.dataset["level"]), place: Number(element.dataset["place"]) + after };
    }
  }
  return null;
}
