/** The reference picture of this window. */

/** Pixels along the longer side: more than a screen shows. */
const MOST = 2048;

class Reference {
  image = $state.raw<ImageBitmap | null>(null);
  /** Metres, and how far it is from the middle of the floor; 0 … 1. */
  height = $state(1.8);
  across = $state(0);
  lift = $state(0);
  strength = $state(0.6);
}

export const reference = new Reference();

/** Show the picture in a file; raises when it is none. */
export async function loadReference(file: Blob): Promise<void> {
  const whole = await createImageBitmap(file);
  const share = Math.min(1, MOST / Math.max(whole.width, whole.height));
  const size = { resizeWidth: Math.max(1, Math.round(share * whole.width)), resizeHeight: Math.max(1, Math.round(share * whole.height)) };
  reference.image = await createImageBitmap(whole, { ...size, resizeQuality: "medium", imageOrientation: "flipY" });
  whole.close();
}
