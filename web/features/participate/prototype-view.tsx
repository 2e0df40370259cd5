// The embedded prototype or page, under a transparent layer that shows where it was pressed.
import { useEffect, useRef } from 'react';
import { iframeDimensions } from '#web/entities/storage-keys.ts';
import { ClickDots } from './click-dots.tsx';
import type { Participation } from './participation.ts';

/** What embeds need and no more: no top navigation, no downloads, no device of ours. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-forms';

export function PrototypeView({ participation }: { participation: Participation }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { embed, test } = participation.link;
  useEffect(() => {
    participation.hearPrototype(() => frame.current?.contentWindow ?? null);
  }, [participation]);
  useEffect(() => (frame.current ? keepDimensions(frame.current) : undefined), []);
  if (embed.kind === 'unsupported') return null;
  return (
    <>
      <iframe
        ref={frame}
        title={test.name}
        src={embed.src}
        sandbox={SANDBOX}
        allow="fullscreen"
        // As in a window of its own: a page that sets no background stands on white.
        className="size-full border-0 bg-white"
      />
      <ClickDots run={participation.run} view={frame} />
    </>
  );
}

/** Section 3: the frame's size is stored locally. */
function keepDimensions(frame: HTMLIFrameElement): () => void {
  const observer = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = frame;
    if (width > 0 && height > 0) iframeDimensions.write({ width, height });
  });
  observer.observe(frame);
  return () => observer.disconnect();
}
