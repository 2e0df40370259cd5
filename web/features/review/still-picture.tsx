// One still of a recording, cut out of its sheet; the sheets beside it are fetched ahead.
import { useEffect } from 'react';
import type { StillSheet } from '#contract/stills.ts';
import { type FoundStill, stillStyle } from './stills.ts';

interface StillPictureProps {
  sheets: readonly StillSheet[];
  still: FoundStill;
}

export function StillPicture({ sheets, still }: StillPictureProps) {
  const sheet = sheets[still.sheet];
  const next = sheets[still.sheet + 1]?.url;
  const previous = sheets[still.sheet - 1]?.url;
  useEffect(() => {
    for (const url of [next, previous]) fetchAhead(url);
  }, [next, previous]);
  if (sheet === undefined) return null;
  return (
    <div className="grid justify-center bg-sunken">
      {/* As high as a phone's portrait screen may be; its width follows from its shape. */}
      <div
        className={sheet.width < sheet.height ? 'h-40 bg-no-repeat' : 'w-48 bg-no-repeat'}
        style={stillStyle(sheet, still.place)}
      />
    </div>
  );
}

/** The browser keeps it: the address is cached for a day. */
function fetchAhead(url: string | undefined): void {
  if (url !== undefined) new Image().src = url;
}
