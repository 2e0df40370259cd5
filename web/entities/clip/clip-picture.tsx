// The picture of a clip: the still of its beginning, else its recording's poster.
import type { ReactNode } from 'react';
import type { Clip } from '#contract/clips.ts';
import { StillPicture } from '#web/entities/recording/still-picture.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';

interface ClipPictureProps {
  clip: Pick<Clip, 'still' | 'recording'>;
  /** Gives the size. */
  className: string;
  /** In its place where there is no picture. */
  children?: ReactNode;
}

export function ClipPicture({ clip, className, children }: ClipPictureProps) {
  return (
    <StillPicture still={clip.still} className={className}>
      <Thumbnail src={clip.recording.posterUrl} className="size-full rounded-none! border-0!">
        {children}
      </Thumbnail>
    </StillPicture>
  );
}
