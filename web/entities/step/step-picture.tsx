// A picture of a question or an option, which a button shows larger.
import { Maximize2 } from 'lucide-react';
import { useRef } from 'react';
import type { SharedPicture } from '#contract/pictures.ts';
import { Button } from '#web/ui/button.tsx';

/** Pictures of a test by id. */
export type Pictures = Readonly<Record<string, SharedPicture>>;

interface StepPictureProps {
  picture: SharedPicture | undefined;
  /** Text of the option that it belongs to; else it belongs to the question. */
  name?: string;
}

export function StepPicture({ picture, name }: StepPictureProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  if (!picture) return null;
  const { src, width, height } = picture;
  const label = name === undefined ? 'Picture of the question' : `Picture of ${name}`;
  const image = <img src={src} width={width} height={height} alt={label} className="picture" />;
  return (
    <span className="grid justify-items-start gap-2 pt-1">
      {image}
      <Button
        variant="quiet"
        size="sm"
        icon={<Maximize2 aria-hidden className="size-4" />}
        aria-label={`${label}, larger`}
        onClick={(event) => {
          // Within a label, the press would choose the option.
          event.preventDefault();
          dialog.current?.showModal();
        }}
      >
        Larger
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog. */}
      <dialog
        ref={dialog}
        aria-label={label}
        className="larger"
        onClick={(event) => {
          event.preventDefault();
          event.stopPropagation();
          dialog.current?.close();
        }}
      >
        <Button variant="secondary" size="sm">
          Close
        </Button>
        {image}
      </dialog>
    </span>
  );
}
