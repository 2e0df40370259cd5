// The picture of a finding: its screen with the marked place, on the page and on paper.
import { useState } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { FindingPicture } from '#contract/findings.ts';
import { Name } from '#web/ui/name.tsx';
import { cropAround } from './screen-crop.ts';

interface FindingPictureProps {
  picture: FindingPicture;
}

/** Nothing for a screen without an image: its name is in the finding's numbers. */
export function FindingPictureView({ picture: { screen, area } }: FindingPictureProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const { image, number, name } = screen;
  if (image === null || image.url === failedUrl) return null;
  const { x, y, width, height } = cropAround(image, area);
  const label = `${isolateName(name)}${area === null ? '' : ', with the place marked'}`;
  return (
    <figure className="w-full max-w-80 break-inside-avoid sm:w-72 sm:shrink-0 print:w-56">
      <svg
        role="img"
        aria-label={label}
        viewBox={`${x} ${y} ${width} ${height}`}
        className="block max-h-112 w-full rounded-md border border-line bg-sunken [print-color-adjust:exact]"
      >
        <image
          href={image.url}
          width={image.width}
          height={image.height}
          onError={() => setFailedUrl(image.url)}
        />
        {area && <Mark image={image} area={area} />}
      </svg>
      <figcaption className="mt-1.5 text-muted text-sm tabular-nums">
        {number} · <Name>{name}</Name>
        {image.approximate && ', places are approximate'}
      </figcaption>
    </figure>
  );
}

interface MarkProps {
  image: { width: number; height: number };
  area: NonNullable<FindingPicture['area']>;
}

/** Everything but the area is dimmed, and the area has an outline of one width at every scale. */
function Mark({ image, area }: MarkProps) {
  const { x, y, width, height } = area;
  const whole = `M0 0H${image.width}V${image.height}H0Z`;
  return (
    <>
      <path
        d={`${whole}M${x} ${y}h${width}v${height}h${-width}Z`}
        fillRule="evenodd"
        fill="#000"
        fillOpacity={0.4}
      />
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={Math.min(width, height, 16) / 2}
        fill="none"
        vectorEffect="non-scaling-stroke"
        className="stroke-3 stroke-heat-3"
      />
    </>
  );
}
