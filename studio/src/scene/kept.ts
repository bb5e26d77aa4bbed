/**
 * What lies behind the body, kept on a canvas of its own behind the other one: without a graphics card the floor and its grid
 * cost more than the body does, and they change with the views alone.
 */

export class Kept {
  private readonly sheet = document.createElement("canvas");
  private readonly pen = this.sheet.getContext("2d", { alpha: false });
  /** What the last picture looked like, and what is on the sheet. */
  private last = "";
  private shown = "";

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.sheet.setAttribute("aria-hidden", "true");
    Object.assign(this.sheet.style, { position: "absolute", inset: "0", width: "100%", height: "100%", pointerEvents: "none" });
    canvas.before(this.sheet);
  }

  /**
   * Whether what lies behind is on the sheet, `look` being all that it depends on. When it has stayed the same for two pictures,
   * `draw` draws it on the canvas and it is taken over from there; while views turn, that would be work in vain. A canvas that has
   * no room, as before the first layout, has nothing to keep.
   */
  has(look: string, draw: () => void): boolean {
    if (this.canvas.width * this.canvas.height === 0) return false;
    if (look === this.last && look !== this.shown && this.pen) {
      draw();
      this.sheet.width = this.canvas.width;
      this.sheet.height = this.canvas.height;
      this.pen.drawImage(this.canvas, 0, 0);
      this.shown = look;
    }
    this.last = look;
    return look === this.shown;
  }

  /** Something that no look tells has changed. */
  forget(): void {
    this.last = this.shown = "";
  }

  dispose(): void {
    this.sheet.remove();
  }
}
