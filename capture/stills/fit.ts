// Sizes of stills: how large a picture may be, and where it lies in its place.

export interface Size {
  width: number;
  height: number;
}

/** A picture's size, made smaller so that its longer side is at most `sideMaxPx`; whole pixels. */
export function fitSide({ width, height }: Size, sideMaxPx: number): Size {
  return fitInto({ width, height }, { width: sideMaxPx, height: sideMaxPx });
}

/** The same within a place of its own two sides. A picture is never made larger. */
export function fitInto(picture: Size, place: Size): Size {
  const scale = Math.min(1, place.width / picture.width, place.height / picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}
