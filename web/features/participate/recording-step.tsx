// Step 3: the prototype at full height under a thin bar, with self-view and dots. Renders when the
// stage changes; what changes every second renders alone, so that the prototype does not.

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { SharedDisplayState } from '#capture/devices/shared-display.ts';
import { overlayDot } from '#capture/events/overlay-dot.ts';
import type { CaptureRun, RunState } from '#capture/run/capture-run.ts';
import { OVERLAY_DOT_RADIUS_PX } from '#contract/limits.ts';
import { iframeDimensions } from '#web/entities/storage-keys.ts';
import { EMBED_SANDBOX } from '#web/lib/embed-sandbox.ts';
import { useStore } from '#web/lib/use-store.ts';
import { BetweenTasks } from './between-tasks.tsx';
import type { Participation } from './participation.ts';
import { PictureView } from './picture-view.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { SelfView } from './self-view.tsx';
import type { SharedTask } from './steps.ts';
import { frameKey, restartFrame } from './task-frame.ts';

interface RecordingStepProps {
  participation: Participation;
  /** The countdown covers the page, so nothing here can be reached yet. */
  isCovered: boolean;
}

export function RecordingStep({ participation, isCovered }: RecordingStepProps) {
  return (
    <div inert={isCovered} className="flex h-dvh flex-col">
      <RecordingBar participation={participation} isCovered={isCovered} />
      <RecordingNotice participation={participation} />
      <main className="relative min-h-0 flex-1">
        <PrototypeView participation={participation} />
        <BetweenTasks participation={participation} isCovered={isCovered} />
        <SelfView participation={participation} />
      </main>
    </div>
  );
}

/**
 * The embedded prototype or page of the present task, under a transparent layer that shows where it was pressed. The next
 * task's loads while its text is read; a prototype that serves both stays loaded and goes to the task's screen. While
 * panels are shown, that of the task before stays loaded.
 */
function PrototypeView({ participation }: { participation: Participation }) {
  const at = useStore(participation, (state) => state.frame);
  const task = at === null ? undefined : participation.tasks[at];
  if (task?.embed.kind === 'picture') {
    return <PictureView key={at} participation={participation} task={task} />;
  }
  return task && <TaskFrame participation={participation} task={task} at={at ?? 0} />;
}

interface TaskFrameProps {
  participation: Participation;
  task: SharedTask;
  /** Place of the task among all tasks. */
  at: number;
}

function TaskFrame({ participation, task, at }: TaskFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isCovered = useStore(participation, (state) => state.phase !== 'doing');
  const { embed } = task;
  const key = frameKey(participation.tasks, at);
  /** Times that the frame was loaded again, because it did not go to a task's screen. */
  const [loads, setLoads] = useState(0);
  const before = useRef({ at, key });
  useEffect(() => {
    participation.recordPrototype(task, () => frame.current?.contentWindow ?? null);
    const isNextOfFrame = before.current.at !== at && before.current.key === key;
    before.current = { at, key };
    const { embed } = task;
    if (!isNextOfFrame || !frame.current || embed.kind !== 'prototype') return;
    return restartFrame(frame.current, embed, () => setLoads((count) => count + 1));
  }, [participation, task, at, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame is observed instead.
  useEffect(() => (frame.current ? keepDimensions(frame.current) : undefined), [key, loads]);
  if (!('src' in embed)) return null;
  return (
    <div inert={isCovered} className="size-full">
      <iframe
        key={`${key} ${loads}`}
        ref={frame}
        title={participation.link.test.name}
        src={embed.src}
        sandbox={EMBED_SANDBOX}
        allow="fullscreen"
        // White as in a browser window, because some pages set no background.
        className="size-full border-0 bg-white"
      />
      <ClickDots run={participation.run} view={frame} />
    </div>
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

/** Dots over the prototype where it was pressed; they fade, and let every press through. */
function ClickDots({ run, view }: ClickDotsProps) {
  const [dots, setDots] = useState<readonly Dot[]>([]);
  useEffect(() => {
    const show = async () => {
      const dot = await nextDot(run, view.current);
      if (dot) setDots((dots) => [...dots, dot]);
    };
    return run.presses.subscribe(() => {
      show().catch((error) => console.warn('A press could not be shown.', error));
    });
  }, [run, view]);
  const remove = (seq: number) => setDots((dots) => dots.filter((dot) => dot.seq !== seq));
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

/** Fewer waiting bytes are normal. */
const BEHIND_BYTES = 5 * 1024 ** 2;
/** Remaining time from which the end is announced. */
const LAST_MS = 60_000;

/** Notice about a problem while recording: lost sound, no space, no network. Usually there is none. */
function RecordingNotice({ participation }: { participation: Participation }) {
  const { run, display } = participation;
  const isAnotherTab = useStore(display, (state) => state.isAnotherTab);
  const isDoing = useStore(participation, (state) => state.phase === 'doing');
  const text = useStore(run, (state) =>
    recordingNotice(state, {
      isAnotherTab,
      leftMs: participation.leftMs(state.recorder.elapsedMs),
      limit: !participation.isStudy ? 'recording' : isDoing ? 'task' : 'study',
    }),
  );
  // The region is present while empty, because screen readers announce only changes of an existing region.
  return (
    <div role="status" className="bg-warning-soft text-sm text-text">
      {text && <p className="px-4 py-2">{text}</p>}
    </div>
  );
}

const endings = {
  task: 'this task ends after twenty minutes',
  study: 'the recording stops after sixty minutes',
  recording: 'the recording stops after twenty minutes',
};

interface NoticeFacts extends Pick<SharedDisplayState, 'isAnotherTab'> {
  leftMs: number;
  /** The limit that is reached when no time is left. */
  limit: keyof typeof endings;
}

/** Returns the most important sentence. */
export function recordingNotice(
  { recorder, space, durable, upload }: RunState,
  { isAnotherTab, leftMs, limit }: NoticeFacts,
): string | null {
  if (leftMs <= LAST_MS) {
    return `Less than a minute left: ${endings[limit]}, and nothing of it is lost.`;
  }
  if (isAnotherTab) {
    return 'You are sharing another tab: the prototype is not in the picture.';
  }
  if (recorder.microphoneLost) {
    return 'Your microphone is disconnected: the recording continues without sound.';
  }
  if (recorder.microphoneMuted) {
    return 'Your microphone is muted, by its own switch or by the system. The recording has no sound until you switch it on again.';
  }
  if (space === 'low') {
    return 'This browser has little space left for the recording, so its picture is coarser for now. Nothing recorded so far is lost.';
  }
  if (space !== 'ok') {
    return 'This browser has no space for more of the recording. It stops soon unless the upload catches up; nothing recorded so far is lost.';
  }
  const isBehind = upload.spooledBytes - upload.storedBytes > BEHIND_BYTES;
  if (upload.connected || !isBehind) return null;
  return durable
    ? 'The connection is lost. Please continue: the recording is saved in this browser until it is back.'
    : 'The connection is lost. Keep this tab open: it stores the recording until the connection is back.';
}
