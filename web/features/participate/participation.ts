// State of a participant's steps: devices, screen, countdown and recording with its tasks. The steps' components read it.
import { DeviceCheck } from '#capture/devices/device-check.ts';
import { SharedDisplay } from '#capture/devices/shared-display.ts';
import { beginRun, type CaptureRun } from '#capture/run/capture-run.ts';
import { newSessionOf, type Spool } from '#capture/spool/spool.ts';
import { type Observable, Store } from '#capture/store.ts';
import type { PrivateToken } from '#contract/ids.ts';
import { COUNTDOWN_SECONDS, RECORDING_MAX_MS, STUDY_MAX_MS } from '#contract/limits.ts';
import type { Obstacle } from '#contract/obstacles.ts';
import type { StepEnd } from '#contract/own-messages.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { isTask } from '#contract/steps.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';
import { stepObstacle } from './obstacles.ts';
import type { SharedLink } from './shared-link.ts';
import { type StoredCard, storedCard } from './stored-card.ts';

export type SharedTask = Extract<SharedLink['steps'][number], { kind: 'task' }>;

export interface ParticipationState {
  /** `interrupted`: an earlier visit recorded until here, and the participant chooses whether to go on. */
  stage: 'interrupted' | 'devices' | 'share' | 'countdown' | 'recording' | 'ended';
  /** Number of the countdown: 5 to 1, then 0 for 'Go!'. */
  countdown: number;
  /** The recorder did not start (specification, section 8). */
  startFailed: boolean;
  /** Place of the present task among all, from 0. */
  at: number;
  /**
   * `doing`: the participant does the present task; `asking`: it has ended, and its questions are asked; `reading`: the
   * participant reads the present task before it begins.
   */
  phase: 'doing' | 'asking' | 'reading';
  /** The participant's way to end the task whose questions are asked. */
  end: StepEnd | null;
}

/** The participant's place among the tasks. */
export interface Place extends Pick<ParticipationState, 'at' | 'phase' | 'end'> {
  /** Time of the recording in which the present task was shown. */
  startMs: number;
}

const SECOND_MS = 1000;

/** Opens the session in the spool, so that a closed tab loses nothing. */
export async function beginParticipation(
  spool: Spool,
  link: SharedLink,
  session: StartedSession,
): Promise<Participation> {
  const { test, embed } = link;
  const startNodeId = embed.kind === 'prototype' ? embed.startNodeId : null;
  const { privateToken } = session;
  const isStudy = link.steps.length > 1;
  const spooled = {
    ...newSessionOf(session, test, startNodeId),
    ...(isStudy && { study: { steps: link.steps, privateToken } }),
  };
  const recordingMaxMs = isStudy ? STUDY_MAX_MS : RECORDING_MAX_MS;
  const run = await beginRun(spool, spooled, { recordingMaxMs });
  return new Participation(link, run, { privateToken, place: null });
}

export class Participation implements Observable<ParticipationState> {
  readonly devices = new DeviceCheck();
  readonly display = new SharedDisplay();
  readonly link: SharedLink;
  readonly run: CaptureRun;
  /** Token of the participant's link to their own recording. */
  readonly privateToken: PrivateToken;
  readonly #state: Store<ParticipationState>;
  /** An earlier visit recorded the begin. */
  readonly #isContinued: boolean;
  /** Time of the recording in which the present task was shown. */
  #startMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);
  getSnapshot = (): ParticipationState => this.#state.getSnapshot();

  /** @param facts `place`: where an earlier visit left the test, or null if it begins */
  constructor(
    link: SharedLink,
    run: CaptureRun,
    { privateToken, place }: { privateToken: PrivateToken; place: Place | null },
  ) {
    const { startMs, ...tasks } = place ?? { at: 0, phase: 'doing', end: null, startMs: 0 };
    this.#state = new Store<ParticipationState>({
      stage: place ? 'interrupted' : 'devices',
      countdown: COUNTDOWN_SECONDS,
      startFailed: false,
      ...tasks,
    });
    this.#isContinued = place !== null;
    this.#startMs = startMs;
    this.link = link;
    this.run = run;
    this.privateToken = privateToken;
    this.display.subscribe(() => this.#displayChanged());
    this.run.subscribe(() => this.#runChanged());
    window.addEventListener('beforeunload', this.#warn);
    window.addEventListener('pagehide', this.#leave);
  }

  /** Continues the interrupted test: the devices and the screen are needed again. */
  goOn(): void {
    if (this.#state.getSnapshot().stage === 'interrupted') this.#state.merge({ stage: 'devices' });
  }

  /** Ends the interrupted test with what was recorded. */
  stopHere(): void {
    if (this.#state.getSnapshot().stage !== 'interrupted') return;
    this.#state.merge({ stage: 'ended' });
    storedCard.clear();
    this.run
      .finishEarlier()
      .catch((error) => console.error('The run could not be finished.', error));
  }

  /** Step 1 → step 2. */
  continueToShare(): void {
    if (this.devices.getSnapshot().phase !== 'ready') return;
    this.devices.endCheck();
    this.#state.merge({ stage: 'share' });
  }

  /** Step 2 → step 1. */
  backToDevices(): void {
    if (this.#state.getSnapshot().stage !== 'share') return;
    this.devices.resumeCheck();
    this.#state.merge({ stage: 'devices' });
  }

  /** Opens the browser's picker; the countdown starts once a display is shared. */
  async shareDisplay(): Promise<void> {
    this.#state.merge({ startFailed: false });
    // The previously shared tab was the wrong one.
    if (this.display.getSnapshot().isAnotherTab) this.display.stop();
    await this.display.start(this.devices.getSnapshot().phase === 'ready');
  }

  /** The participant confirms that another tab is recorded. */
  recordOtherTab(): void {
    const isWaiting = this.#state.getSnapshot().stage === 'share';
    if (isWaiting && this.display.getSnapshot().phase === 'shared') this.#count(COUNTDOWN_SECONDS);
  }

  /** @param report receives the current obstacle, or null if there is none, until the recording begins */
  reportObstacles(report: (obstacle: Obstacle | null) => void): void {
    const look = () => {
      const { phase } = this.devices.getSnapshot();
      // While the browser's prompt is open, no obstacle is reported.
      if (phase === 'idle' || phase === 'asking' || this.display.getSnapshot().phase === 'asking') {
        return;
      }
      if (this.run.getSnapshot().recorder.phase !== 'idle') return;
      report(stepObstacle(this.devices.getSnapshot(), this.display.getSnapshot()));
    };
    this.devices.subscribe(look);
    this.display.subscribe(look);
  }

  /** The tasks of the test in their order. */
  get tasks(): readonly SharedTask[] {
    return this.link.steps.filter(isTask);
  }

  /** The present task. */
  get task(): SharedTask {
    return taskAt(this.tasks, this.#state.getSnapshot().at);
  }

  /** One recording of several tasks contains boundaries between them; one of a single task has none. */
  get isStudy(): boolean {
    return this.tasks.length > 1;
  }

  /** Records the messages of the present task's prototype from now on, because its frame begins to load. */
  recordPrototype(frame: () => Window | null): void {
    const { embed, figmaUrl } = this.task;
    const source =
      embed.kind === 'prototype' ? { messageOrigin: embed.messageOrigin, frame } : null;
    this.run.listen(source, figmaUrl);
  }

  /** Ends the present task; the end of the last one ends the recording. */
  endTask(how: StepEnd): void {
    const { at, phase } = this.#state.getSnapshot();
    if (phase !== 'doing' || this.run.getSnapshot().recorder.phase !== 'recording') return;
    if (this.isStudy) this.run.endStep(this.task.number, how);
    if (at === this.tasks.length - 1) {
      this.stop(how === 'stuck' ? 'stuck' : 'participant');
      return;
    }
    this.#state.merge({ phase: 'asking', end: how });
    if (questionsAfter(this.task.asks, how).length === 0) this.readNext();
  }

  /** The questions are answered or skipped: the next task's text is shown. */
  readNext(): void {
    const { at, phase } = this.#state.getSnapshot();
    if (phase !== 'asking') return;
    this.keepCard({ isClosed: true, answers: null });
    this.#state.merge({ phase: 'reading', at: at + 1, end: null });
  }

  /** The present task has been read. */
  beginTask(): void {
    if (this.#state.getSnapshot().phase !== 'reading') return;
    this.#state.merge({ phase: 'doing' });
    this.#showTask();
  }

  /** Stores what is typed about the present task, or that its questions are over, for the case of a reload. */
  keepCard(card: Pick<StoredCard, 'isClosed' | 'answers'>): void {
    storedCard.write({ sessionId: this.run.sessionId, step: this.task.number, ...card });
  }

  /** Returns what an earlier visit typed about the present task, or null. */
  readCard(): StoredCard['answers'] {
    const card = storedCard.read();
    const isOfTask = card?.sessionId === this.run.sessionId && card.step === this.task.number;
    return isOfTask ? card.answers : null;
  }

  #showTask(): void {
    this.#startMs = this.run.getSnapshot().recorder.elapsedMs;
    if (this.isStudy) this.run.showStep(this.task.number);
  }

  /** Returns the time that is left for the present task, in milliseconds. */
  leftMs(elapsedMs: number): number {
    const ofAll = STUDY_MAX_MS - elapsedMs;
    const ofTask = RECORDING_MAX_MS - (elapsedMs - this.#startMs);
    return this.isStudy ? Math.min(ofAll, ofTask) : RECORDING_MAX_MS - elapsedMs;
  }

  /** Ends the recording. */
  stop(reason: 'participant' | 'stuck'): void {
    this.run
      .stop(reason)
      .catch((error) => console.error('The recording could not be stopped.', error));
  }

  #displayChanged(): void {
    const { phase, isAnotherTab } = this.display.getSnapshot();
    const { stage } = this.#state.getSnapshot();
    // The page requests a confirmation before it records another tab.
    if (phase === 'shared' && stage === 'share' && !isAnotherTab) this.#count(COUNTDOWN_SECONDS);
    if (phase === 'ended' && stage === 'countdown') {
      clearTimeout(this.#timer);
      this.#state.merge({ stage: 'share' });
    }
  }

  #count(countdown: number): void {
    this.#state.merge({ stage: 'countdown', countdown });
    this.#timer = setTimeout(() => {
      if (countdown > 0) this.#count(countdown - 1);
      else this.#start().catch((error) => console.error('The recording did not start.', error));
    }, SECOND_MS);
  }

  async #start(): Promise<void> {
    // The countdown is removed first, so that the first frame shows the prototype.
    this.#state.merge({ stage: 'recording' });
    await painted();
    const display = this.display.getSnapshot().stream;
    const microphone = this.devices.getSnapshot().stream;
    if (this.run.start({ display, microphone })) {
      if (!this.#isContinued) this.#showTask();
      return;
    }
    this.#state.merge({ stage: 'share', startFailed: true });
    // The failed start ended both streams, but the permission to use the devices is still valid.
    this.display.stop();
    await this.devices.open();
  }

  #runChanged(): void {
    const { phase, elapsedMs } = this.run.getSnapshot().recorder;
    const isDoing = this.#state.getSnapshot().phase === 'doing';
    if (phase === 'recording' && this.isStudy && isDoing && this.leftMs(elapsedMs) <= 0) {
      this.endTask('done');
    }
    if (phase !== 'stopped' || this.#state.getSnapshot().stage !== 'recording') return;
    this.display.stop();
    this.devices.close();
    storedCard.clear();
    this.#state.merge({ stage: 'ended' });
  }

  /** Makes the browser request a confirmation before it closes a tab that records or has unsent pieces. */
  #warn = (event: BeforeUnloadEvent): void => {
    const { recorder, upload } = this.run.getSnapshot();
    if (
      upload.phase === 'finishing' ||
      recorder.phase === 'recording' ||
      recorder.phase === 'stopping'
    ) {
      event.preventDefault();
    }
  };

  /** Releases the slot when the page closes before anything was recorded. */
  #leave = (): void => {
    this.run.abandon().catch((error) => console.warn('The slot was not freed.', error));
  };
}

export function taskAt(tasks: readonly SharedTask[], at: number): SharedTask {
  const task = tasks[at];
  if (!task) throw new Error(`There is no task ${at + 1}.`);
  return task;
}

/** Returns the questions that remain to be asked: who pressed *I'm stuck* has said that they did not do it. */
export function questionsAfter(
  asks: readonly TaskQuestion[],
  end: StepEnd | null,
): readonly TaskQuestion[] {
  return end === 'stuck' ? asks.filter((question) => question !== 'did_it') : asks;
}

/** Maximum wait for a frame, because a tab behind the shared window is not painted. */
const PAINT_LIMIT_MS = 250;

/** Resolves when the rendered state is on the screen: one frame after the next. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINT_LIMIT_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
