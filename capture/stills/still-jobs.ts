// What the page asks of the worker that paints stills, and what comes back.
import type { Size } from './fit.ts';

export interface Place extends Size {
  x: number;
  y: number;
}

/** Done in order. The worker closes the frame. */
export type StillJob =
  | { kind: 'draw'; id: number; canvas: Size; place: Place; frame: VideoFrame }
  | { kind: 'encode'; id: number };

/** A canvas as an image; the worker has forgotten it. */
export interface StillDone {
  id: number;
  image: Blob;
}
