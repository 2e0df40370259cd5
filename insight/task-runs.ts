// Cuts a session's messages at the boundaries that its page wrote: a reading for each task that was shown, and the
// moments of the other steps.
import { presentedNodeChange, type RawEvent } from '#contract/events.ts';
import { isOwnType, readPress, readStepMessage, type StepMessage } from '#contract/own-messages.ts';
import type { StepEnd } from '#contract/step-end.ts';
import { type PrototypeState, stateAfter } from './derive.ts';
import { type PictureFacts, PictureReading } from './picture-reading.ts';
import type { ScreenGeometry } from './place.ts';
import { OpenReading, type Reading } from './reading.ts';

/** A task that participants of the session's revision may be shown. */
export interface TaskFacts {
  /** Number of its step. */
  step: number;
  /** Start node of the prototype's link, or null without one. */
  startNodeId: string | null;
  /** Key of its frame: tasks with the same one share a frame, which stays loaded between them. */
  frame: string;
  /** The picture that it is done on; null or left out for a task on anything else. */
  picture?: PictureFacts | null;
}

/** One passage through one task. Times are those of the recording. */
export interface RunReading {
  step: number;
  reading: Reading;
  /** The moment in which the task was shown, or null for a stream without boundaries. */
  startMs: number | null;
  /** The moment in which the participant ended the task, or null if the recording's end did. */
  endedAtMs: number | null;
  ended: StepEnd | null;
}

/** Returns begin and end of a run; those of a stream without boundaries are those of its visits. */
export function boundsOf({ startMs, endedAtMs, reading: { visits } }: RunReading) {
  return {
    beganAtMs: startMs ?? visits[0]?.enteredAtMs ?? null,
    endedAtMs: endedAtMs ?? visits.at(-1)?.leftAtMs ?? null,
  };
}

/** A step without a task that was shown. Times are those of the recording; a person may have come back to it. */
export interface PanelVisit {
  step: number;
  /** The first time. */
  firstAtMs: number;
  /** The last end and the last answer, or null if there was none. */
  endedAtMs: number | null;
  answeredAtMs: number | null;
}

interface OpenRun {
  task: TaskFacts;
  reading: OpenReading | PictureReading;
  startMs: number | null;
  endedAtMs: number | null;
  ended: StepEnd | null;
}

/**
 * Reads a session message by message. A stream without boundaries is one run of the first task. A boundary that does not
 * fit is passed over: of an unknown step, of a task that was shown before, the end of another task than the present one.
 */
export class OpenRuns {
  readonly #tasks: readonly TaskFacts[];
  readonly #runs: OpenRun[] = [];
  /** The run to which messages belong, or null between two tasks. */
  #current: OpenRun | null;
  /** States of the frames that were loaded. */
  readonly #states = new Map<string, PrototypeState>();
  /** Report of the next task's frame from before that task was shown. */
  #early: { state: PrototypeState | null; change: RawEvent | null } = NOTHING_EARLY;
  readonly #panels: ReadonlySet<number>;
  readonly #panelVisits = new Map<number, PanelVisit>();
  #hasBoundaries = false;

  /**
   * @param tasks in their order, at least one
   * @param panels numbers of the steps without a task
   */
  constructor(tasks: readonly TaskFacts[], panels: readonly number[] = []) {
    this.#tasks = tasks;
    this.#panels = new Set(panels);
    const [first] = tasks;
    this.#current = first
      ? {
          task: first,
          reading: first.picture
            ? new PictureReading(first.picture, null)
            : new OpenReading({ startNodeId: first.startNodeId }),
          ...UNBOUNDED,
        }
      : null;
  }

  /** Nodes whose boxes `finish` uses, beside those of the screens themselves. */
  get hitNodes(): ReadonlySet<string> {
    return new Set(this.#all().flatMap(({ reading }) => [...reading.hitNodes]));
  }

  /** @param event the next message; each `seq` once, in rising order */
  add(event: RawEvent): void {
    const own = readStepMessage(event);
    if (own && this.#panels.has(own.data.step)) this.#notePanel(own, event.atMs);
    else if (own?.type === 'TRYOUT_STEP_SHOWN') this.#show(own, event.atMs);
    else if (own?.type === 'TRYOUT_STEP_ENDED') this.#end(own, event.atMs);
    else if (event.type === 'TRYOUT_PRESSED') this.#press(event);
    else if (!isOwnType(event.type)) {
      if (this.#runs.length === 0 || this.#current === null) this.#noteEarly(event);
      const { reading } = this.#current ?? {};
      if (reading instanceof OpenReading) reading.add(event);
    }
  }

  /** Steps without a task that were shown, in that order. */
  get panelVisits(): PanelVisit[] {
    return [...this.#panelVisits.values()];
  }

  /**
   * @param screensOf images of the screens of a task's prototype
   * @param endedAtMs length of the recording, or null if it is unknown
   */
  finish(
    screensOf: (step: number) => readonly ScreenGeometry[],
    endedAtMs: number | null,
  ): RunReading[] {
    return this.#all().map(({ task: { step }, reading, ...run }) => ({
      step,
      ...run,
      reading: reading.finish(screensOf(step), run.endedAtMs ?? endedAtMs),
    }));
  }

  #all(): readonly OpenRun[] {
    if (this.#hasBoundaries) return this.#runs;
    return this.#current ? [this.#current] : [];
  }

  /** A press counts in its own step alone. */
  #press(event: RawEvent): void {
    const press = readPress(event);
    const { task, reading } = this.#current ?? {};
    if (press?.step !== task?.step || !(reading instanceof PictureReading)) return;
    if (press) reading.press(event, { x: press.x, y: press.y });
  }

  #noteEarly(event: RawEvent): void {
    const isChange = event.type === 'PRESENTED_NODE_CHANGED' && event.data.presentedNodeId;
    this.#early = {
      state: stateAfter[event.type] ?? this.#early.state,
      change: isChange ? event : this.#early.change,
    };
  }

  #show({ data }: Extract<StepMessage, { type: 'TRYOUT_STEP_SHOWN' }>, atMs: number): void {
    const task = this.#tasks.find(({ step }) => step === data.step);
    if (!task || this.#runs.some((run) => run.task === task)) return;
    this.#leaveTask(atMs);
    const run: OpenRun = {
      task,
      reading: task.picture
        ? new PictureReading(task.picture, atMs)
        : new OpenReading({
            startNodeId: task.startNodeId ?? screenOf(this.#early.change),
            beganAtMs: atMs,
            prototypeState: this.#early.state ?? this.#states.get(task.frame) ?? 'silent',
          }),
      ...UNBOUNDED,
      startMs: atMs,
    };
    this.#early = NOTHING_EARLY;
    this.#runs.push(run);
    this.#current = run;
  }

  #end({ data }: Extract<StepMessage, { type: 'TRYOUT_STEP_ENDED' }>, atMs: number): void {
    const isCurrent = this.#hasBoundaries && this.#current?.task.step === data.step;
    if (isCurrent) this.#close(data.how, atMs);
  }

  #notePanel({ type, data: { step } }: StepMessage, atMs: number): void {
    const known = this.#panelVisits.get(step);
    // A step that was answered or left was shown, also where the message that says so is lost.
    const visit = known ?? { step, firstAtMs: atMs, endedAtMs: null, answeredAtMs: null };
    if (!known || type === 'TRYOUT_STEP_SHOWN') this.#leaveTask(atMs);
    if (!known) this.#panelVisits.set(step, visit);
    if (type === 'TRYOUT_STEP_ENDED') visit.endedAtMs = atMs;
    else if (type === 'TRYOUT_ANSWERED') visit.answeredAtMs = atMs;
  }

  /** Another step is shown now: a task that was not ended is done. */
  #leaveTask(atMs: number): void {
    if (this.#runs.length > 0) this.#close('done', atMs);
    this.#current = null;
    this.#hasBoundaries = true;
  }

  #close(how: StepEnd, atMs: number): void {
    const run = this.#current;
    if (!run) return;
    run.ended = how;
    // A clock may jump back; a run never ends before it began.
    run.endedAtMs = Math.max(atMs, run.startMs ?? 0);
    this.#states.set(run.task.frame, run.reading.prototypeState);
    this.#current = null;
  }
}

const UNBOUNDED = { startMs: null, endedAtMs: null, ended: null };
const NOTHING_EARLY = { state: null, change: null };

function screenOf(change: RawEvent | null): string | null {
  return change && presentedNodeChange.parse(change.data).presentedNodeId;
}
