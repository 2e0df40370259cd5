// The picture of a press: the screen with the press marked, for clips of a report and for lists of people. It shows the
// design and no participant, so visitors and paper have it too.
import { useState } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { ClipPress } from '#contract/findings.ts';
import { cropAtPress } from './screen-crop.ts';

/** Radius of the ring around a press, as a part of the picture's width: it shows at 12rem. */
const RING = 0.05;

/** @returns null for a screen without an image, so that the clip has its still */
export function usePressPicture(press: Omit<ClipPress, 'atMs'> | null) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const image = press?.screen.image ?? null;
  if (press === null || image === null || image.url === failedUrl) return null;
  const { x, y, screen } = press;
  const box = cropAtPress(image, press);
  return (
    <svg
      role="img"
      aria-label={`${isolateName(screen.name)}, with the press marked`}
      viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
      className="block size-full bg-sunken [print-color-adjust:exact]"
    >
      <image
        href={image.url}
        width={image.width}
        height={image.height}
        onError={() => setFailedUrl(image.url)}
      />
      {/* White below the colour, so that the ring shows on every screen. */}
      {['stroke-8 stroke-white/90', 'stroke-4 stroke-heat-3'].map((look) => (
        <circle
          key={look}
          cx={x}
          cy={y}
          r={box.width * RING}
          fill="none"
          vectorEffect="non-scaling-stroke"
          className={look}
        />
      ))}
    </svg>
  );
}
