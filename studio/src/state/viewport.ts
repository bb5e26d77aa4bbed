/** What panels may ask of the viewport, without knowing how it draws. Set by the one component that owns it. */

export class Viewport {
  frameSelection: () => void = () => {};
  /** All of it, whatever is selected. */
  frameBody: () => void = () => {};
  /** A picture of what is seen now, or from elsewhere; null while there is nothing to see. */
  picture: (width: number, height: number, view?: "perspective" | "front" | "side") => Promise<Blob | null> = () => Promise.resolve(null);
  /** The body alone, small. */
  thumbnail: (width: number, height: number) => Promise<Blob | null> = () => Promise.resolve(null);
  /** Put back what is being dragged. */
  cancel: () => void = () => {};
  clearTraces: () => void = () => {};
}
