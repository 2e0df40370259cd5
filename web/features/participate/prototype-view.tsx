// The embedded prototype or page, under a transparent layer that shows where it was pressed.
import { useEffect, useRef } from 'react';
import { iframeDimensions } from '#web/entities/storage-keys.ts';
import { EMBED_SANDBOX } from '#web/lib/embed-sandbox.ts';
import { ClickDots } from './click-dots.tsx';
import type { Participation } from './participation.ts';

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
        sandbox={EMBED_SANDBOX}
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
