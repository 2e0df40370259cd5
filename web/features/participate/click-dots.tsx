// Dots over the prototype where it was pressed; they fade, and let every press through.
import { type RefObject, useEffect, useState } from 'react';
import { overlayDot } from '#capture/events/overlay-dot.ts';
import type { CaptureRun } from '#capture/run/capture-run.ts';
import { OVERLAY_DOT_RADIUS_PX } from '#contract/limits.ts';

interface Dot {
  seq: number;
  x: number;
  y: number;
}

interface ClickDotsProps {
  run: CaptureRun;
  /** The iframe under the dots. */
  view: RefObject<HTMLIFrameElement | null>;
}

export function ClickDots({ run, view }: ClickDotsProps) {
  const [dots, setDots] = useState<readonly Dot[]>([]);
  useEffect(() => {
    const show = async () => {
      const dot = await nextDot(run, view.current);
      if (dot) setDots((shown) => [...shown, dot]);
    };
    return run.presses.subscribe(() => {
      show().catch((error) => console.warn('A press could not be shown.', error));
    });
  }, [run, view]);
  const remove = (seq: number) => setDots((shown) => shown.filter((dot) => dot.seq !== seq));
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      {dots.map(({ seq, x, y }) => (
        <span
          key={seq}
          onAnimationEnd={() => remove(seq)}
          className="press-dot absolute rounded-full bg-heat-3"
          style={{
            left: x - OVERLAY_DOT_RADIUS_PX,
            top: y - OVERLAY_DOT_RADIUS_PX,
            width: 2 * OVERLAY_DOT_RADIUS_PX,
            height: 2 * OVERLAY_DOT_RADIUS_PX,
          }}
        />
      ))}
    </div>
  );
}

async function nextDot(run: CaptureRun, frame: HTMLIFrameElement | null): Promise<Dot | null> {
  const press = run.presses.getSnapshot();
  const screenId = press?.data.presentedNodeId;
  if (!press || !frame || typeof screenId !== 'string') return null;
  const loaded = await run.images.load(screenId);
  const view = { width: frame.clientWidth, height: frame.clientHeight };
  const at = loaded && overlayDot(press, loaded.screen, view);
  return at ? { seq: press.seq, ...at } : null;
}
