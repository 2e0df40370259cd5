// A task on a picture: the picture as wide as the page allows, which the participant presses with a pointer or by a
// crosshair that keys move. Presses go out in pixels of the picture.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { SharedPicture } from '#contract/pictures.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { painted } from './painted.ts';
import type { Participation } from './participation.ts';
import { pictureOf, pictureTaskOf } from './pictures.ts';
import { type PicturePoint, pressAt } from './press-at.ts';
import type { SharedTask } from './steps.ts';

interface PictureViewProps {
  participation: Participation;
  task: SharedTask;
}

export function PictureView({ participation, task }: PictureViewProps) {
  const { run } = participation;
  const isDoing = useStore(participation, (state) => state.phase === 'doing');
  const isRecording = useStore(run, ({ recorder }) => recorder.phase === 'recording');
  useEffect(() => participation.recordPrototype(task, () => null), [participation, task]);
  const picture = pictureOf(participation.link, task.figmaUrl);
  if (!picture)
    return <p className="p-6">This picture is not there any more. Press “I’m stuck”.</p>;
  // The browser loads the picture ahead, which is invisible until its task begins.
  if (!isDoing || !isRecording) return <img src={picture.src} alt="" hidden />;
  return <PresentPicture participation={participation} task={task} picture={picture} />;
}

function PresentPicture({
  participation,
  task,
  picture,
}: PictureViewProps & { picture: SharedPicture }) {
  const { mode, seconds } = pictureTaskOf(task);
  const wasSeen = useRef(wasSeenBefore(participation)).current;
  const hasBegun = useRef(wasSeen);
  // A press can come before the browser says that the picture is painted.
  const begin = useCallback(() => {
    if (!hasBegun.current) participation.beginPicture();
    hasBegun.current = true;
  }, [participation]);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const image = useRef<HTMLImageElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const show = async () => {
      await image.current?.decode();
      if (isOver) return;
      setState('shown');
      await painted();
      if (isOver) return;
      begin();
      if (mode === 'seconds') {
        timer = setTimeout(() => participation.endTask('done'), (seconds ?? 0) * 1000);
      }
    };
    if (mode === 'seconds' && wasSeen) participation.endTask('done');
    else {
      show().catch((error) => {
        console.warn('The picture could not be shown.', error);
        if (!isOver) setState('failed');
      });
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [participation, mode, seconds, wasSeen, begin, attempt]);
  const press = (at: PicturePoint) => {
    begin();
    participation.run.pressPicture(task.number, at);
    if (mode === 'first_click') participation.endTask('done');
  };
  const retry = () => {
    setState('loading');
    setAttempt((count) => count + 1);
  };
  const shared = {
    key: attempt,
    ref: image,
    src: picture.src,
    width: picture.width,
    height: picture.height,
    className: classNames('picture', state !== 'shown' && 'invisible'),
  };
  return (
    <div className="size-full overflow-auto bg-canvas">
      {state === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-3 p-6">
          <p>The picture could not be loaded. Check your connection, then try again.</p>
          <Button variant="secondary" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {mode === 'seconds' ? (
        <img {...shared} key={attempt} alt={task.task} />
      ) : (
        <Pressable isReady={state === 'shown'} picture={picture} image={image} onPress={press}>
          <img {...shared} key={attempt} alt="" draggable={false} />
        </Pressable>
      )}
    </div>
  );
}

/** Returns whether an earlier visit left the present task after its picture was shown. */
function wasSeenBefore({ earlier, getSnapshot }: Participation): boolean {
  return earlier?.place.phase === 'doing' && earlier.place.at === getSnapshot().at;
}

interface PressableProps {
  isReady: boolean;
  picture: SharedPicture;
  image: { current: HTMLImageElement | null };
  onPress: (at: PicturePoint) => void;
  children: ReactNode;
}

/** Steps of the crosshair in pixels of the page; with Shift the fine one. */
const STEP_PX = 16;
const FINE_STEP_PX = 1;

const MIDDLE: PicturePoint = { x: 0.5, y: 0.5 };

const arrows: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Pressable({ isReady, picture, image, onPress, children }: PressableProps) {
  /** The pointer's last place, which has fractions of a pixel that a click lacks. */
  const pointer = useRef<PicturePoint | null>(null);
  /** The crosshair in shares of the picture, or null while no key has moved it. */
  const [crosshair, setCrosshair] = useState<PicturePoint | null>(null);
  const [presses, setPresses] = useState<readonly PicturePoint[]>([]);
  const send = (share: PicturePoint) => {
    onPress(pressAt(share, picture));
    setPresses((before) => [...before, share]);
  };
  const shareOf = ({ x, y }: PicturePoint): PicturePoint | null => {
    const box = image.current?.getBoundingClientRect();
    return box ? { x: (x - box.left) / box.width, y: (y - box.top) / box.height } : null;
  };
  const click = ({ clientX, clientY, detail }: MouseEvent) => {
    // Enter on the element is a click without a pointer.
    if (!isReady || detail === 0) return;
    const near = pointer.current;
    const isNear = near && isNearby(near, { x: clientX, y: clientY });
    const share = shareOf(isNear ? near : { x: clientX, y: clientY });
    if (share) send(share);
  };
  const move = (event: KeyboardEvent) => {
    const box = image.current?.getBoundingClientRect();
    if (!isReady || !box) return;
    const at = crosshair ?? MIDDLE;
    const arrow = arrows[event.key];
    if (arrow) {
      const step = event.shiftKey ? FINE_STEP_PX : STEP_PX;
      setCrosshair({
        x: Math.min(1, Math.max(0, at.x + (arrow[0] * step) / box.width)),
        y: Math.min(1, Math.max(0, at.y + (arrow[1] * step) / box.height)),
      });
    } else if (event.key === 'Enter' || event.key === ' ') send(at);
    else return;
    event.preventDefault();
  };
  // Chromium reports fractions of a pixel with moves alone.
  const keep = ({ type, clientX: x, clientY: y }: PointerEvent) => {
    const isNear = pointer.current && isNearby(pointer.current, { x, y });
    if (type === 'pointermove' || !isNear) pointer.current = { x, y };
  };
  const place = (share: PicturePoint) => ({ left: `${share.x * 100}%`, top: `${share.y * 100}%` });
  return (
    <div
      // An application, because arrow keys move the crosshair also while a screen reader runs.
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys.
      tabIndex={0}
      aria-label="Picture. Arrow keys move a crosshair, with Shift by one pixel; Enter presses."
      className="pressable"
      onPointerMove={keep}
      onPointerUp={keep}
      onClick={click}
      onKeyDown={move}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) setCrosshair((at) => at ?? MIDDLE);
      }}
      onPointerDown={() => setCrosshair(null)}
    >
      {children}
      {presses.map((at, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: presses are only added.
        <span key={index} aria-hidden className="pressed press-dot bg-heat-3" style={place(at)} />
      ))}
      {crosshair && <Crosshair style={place(crosshair)} />}
      <span role="status" className="sr-only">
        {statusOf(crosshair, presses.length)}
      </span>
    </div>
  );
}

/** Returns whether two places differ by less than a pixel in each direction, as a rounded one does from its own. */
function isNearby(one: PicturePoint, other: PicturePoint): boolean {
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) < 1;
}

/** Scrolls with the picture, so that it stays in sight. */
function Crosshair({ style }: { style: { left: string; top: string } }) {
  const mark = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place is scrolled to.
  useEffect(() => {
    void mark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [style]);
  return <span ref={mark} aria-hidden className="crosshair" style={style} />;
}

function statusOf(crosshair: PicturePoint | null, presses: number): string {
  const pressed = presses > 0 ? `Pressed ${presses === 1 ? 'once' : `${presses} times`}. ` : '';
  if (!crosshair) return pressed;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return `${pressed}${percent(crosshair.x)} from the left, ${percent(crosshair.y)} from the top`;
}
