// Requests to the worker that paints stills, its answers, and the fitting of pictures.

export interface Size {
  width: number;
  height: number;
}

/** A part of a canvas, in pixels. */
export interface Area extends Size {
  x: number;
  y: number;
}

/** Done in order. The worker closes the frame. */
export type StillJob =
  | { kind: 'draw'; id: number; canvas: Size; area: Area; frame: VideoFrame }
  | { kind: 'encode'; id: number };

/** A canvas as an image; the worker has dropped the canvas. */
export interface StillDone {
  id: number;
  image: Blob;
}

/** A picture's size within a bound, in whole pixels; never enlarged. */
export function fitInto(picture: Size, bound: Size): Size {
  const scale = Math.min(1, bound.width / picture.width, bound.height / picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}

/** Fits a picture so that its longer side is at most `sideMaxPx`. */
export function fitSide(picture: Size, sideMaxPx: number): Size {
  return fitInto(picture, { width: sideMaxPx, height: sideMaxPx });
}
