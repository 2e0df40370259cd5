// Reads the presses on a picture, which the participant's page itself reports: the same reading as that of a prototype.
import type { RawEvent } from '#contract/events.ts';
import type { PicturePress } from '#contract/own-messages.ts';
import type { PictureTask, Region } from '#contract/pictures.ts';
import type { PrototypeState } from './derive.ts';
import type { ScreenGeometry } from './place.ts';
import { pressedPlace } from './places.ts';
import type { ReadClick, Reading } from './reading.ts';
import { regionLayer, regionsAt } from './regions.ts';

/** A picture on which a task is done. */
export interface PictureFacts extends PictureTask {
  step: number;
  /** Node id of its screen. */
  screenId: string;
  /** Numbers of the regions that are the goal, or null without such a goal. */
  goal: readonly number[] | null;
}

interface Press extends PicturePress {
  seq: number;
  atMs: number;
}

/** Reads presses as `OpenReading` reads messages of a prototype, which count for nothing here. */
export class PictureReading {
  readonly #picture: PictureFacts;
  readonly #beganAtMs: number | null;
  readonly #presses: Press[] = [];
  /** Regions are no stored boxes. */
  readonly hitNodes: ReadonlySet<string> = new Set();

  /** @param beganAtMs time at which the picture was painted, or null if no message says so */
  constructor(picture: PictureFacts, beganAtMs: number | null) {
    this.#picture = picture;
    this.#beganAtMs = beganAtMs;
  }

  get prototypeState(): PrototypeState {
    return this.#beganAtMs !== null || this.#presses.length > 0 ? 'shown' : 'silent';
  }

  /** A picture that is shown for some seconds takes no press; one press ends a first click. */
  press({ seq, atMs }: RawEvent, press: PicturePress): void {
    const { mode } = this.#picture;
    const most = { first_click: 1, free: Number.POSITIVE_INFINITY, seconds: 0 }[mode];
    if (this.#presses.length < most) this.#presses.push({ seq, atMs, ...press });
  }

  finish(screens: readonly ScreenGeometry[], endedAtMs: number | null): Reading {
    const { screenId } = this.#picture;
    const image = screens.find(({ nodeId }) => nodeId === screenId);
    const isShown = this.prototypeState === 'shown';
    const enteredAtMs = this.#beganAtMs ?? 0;
    const leftAtMs = endedAtMs === null ? null : Math.max(endedAtMs, enteredAtMs);
    return {
      prototypeState: this.prototypeState,
      clicks: this.#presses.map((press, at) =>
        this.#readPress(press, { image, isFirst: at === 0 }),
      ),
      visits: isShown ? [{ screenId, enteredAtMs, leftAtMs, inHistory: true }] : [],
      path: isShown ? [screenId] : [],
      pathAtMs: isShown ? [enteredAtMs] : [],
      skipped: { echo: 0, navigationRace: 0, withoutPosition: 0, withoutScreen: 0 },
    };
  }

  #readPress(
    { seq, atMs, x, y }: Press,
    { image, isFirst }: { image: ScreenGeometry | undefined; isFirst: boolean },
  ): ReadClick {
    const { screenId, step, goal, regions } = this.#picture;
    const unplaced = unplacedOn(image, { x, y });
    const hit = unplaced === null ? regionsAt(regions, { x, y }) : [];
    const target = hit[0] ? regionLayer(step, hit[0].number) : null;
    const at = unplaced === null ? { x, y } : { x: null, y: null };
    const reacted = goal && isGoal(hit, goal);
    const cell = pressedPlace({ targetId: null, reacted, ...at }, undefined);
    return {
      seq,
      atMs,
      screenId,
      reacted,
      behindOverlay: false,
      targetId: target,
      ...at,
      innerScrolled: false,
      unplaced,
      isFirst,
      place: target === null ? cell : `layer:${target}`,
    };
  }
}

/** Returns whether a press that hit these regions reached one of the goal. */
function isGoal(hit: readonly Region[], goal: readonly number[]): boolean {
  return hit.some(({ number }) => goal.includes(number));
}

function unplacedOn(
  image: ScreenGeometry | undefined,
  { x, y }: PicturePress,
): ReadClick['unplaced'] {
  if (!image) return 'no_screen_image';
  const isOn = x >= 0 && y >= 0 && x < image.width && y < image.height;
  return isOn ? null : 'outside_screen';
}

/** Returns whether a press at this place of a picture reaches its goal. */
export function reachesRegion(
  regions: readonly Region[],
  goal: readonly number[],
  at: { x: number; y: number },
): boolean {
  return isGoal(regionsAt(regions, at), goal);
}
