// State of a participant's way: devices, screen, countdown, and the recording with the test's steps. Components read it.

import { DeviceCheck, usedDevices } from '#capture/devices/device-check.ts';
import { SharedDisplay } from '#capture/devices/shared-display.ts';
import { withSilence } from '#capture/record/silence.ts';
import type { CaptureRun } from '#capture/run/capture-run.ts';
import { type Observable, Store } from '#capture/store.ts';
import type { Given } from '#contract/conditions.ts';
import type { PrivateToken } from '#contract/ids.ts';
import { COUNTDOWN_SECONDS, RECORDING_MAX_MS, STUDY_MAX_MS } from '#contract/limits.ts';
import type { LinkParameters } from '#contract/sessions.ts';
import type { TestDevices } from '#contract/shared-participation.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
import type { StepEnd } from '#contract/step-end.ts';
import { isTask } from '#contract/steps.ts';
import { questionsAfter } from '#web/entities/step/questions-after.ts';
import { giveAnswer } from './give-answer.ts';
import { painted } from './painted.ts';
import { participationOf } from './participation-of.ts';
import { isOnPicture } from './pictures.ts';
import type { SharedLink } from './shared-link.ts';
import {
  firstPlace,
  type GivenAt,
  nextStep,
  type Place,
  panelBefore,
  readSteps,
  type SharedTask,
  type StudyStep,
  stepAt,
} from './steps.ts';

export interface ParticipationState extends Omit<Place, 'startMs'> {
  /** `interrupted`: an earlier visit recorded until here, and the participant chooses whether to go on. */
  stage: 'interrupted' | 'devices' | 'share' | 'countdown' | 'recording' | 'ended';
  /** Number of the countdown: 5 to 1, then 0 for 'Go!'. */
  countdown: number;
  /** The recorder did not start (specification, section 8). */
  startFailed: boolean;
  /** Place of the task whose frame is loaded among all tasks, or null before the first one. */
  frame: number | null;
}

/** Place at which an earlier visit left the test. */
interface EarlierPlace {
  /** Nothing was recorded, so nothing will be. */
  isAlone: boolean;
  place: Place;
}

const SECOND_MS = 1000;

interface ParticipationFacts {
  privateToken: PrivateToken;
  /** Parameters with which the session began. */
  parameters: LinkParameters;
  /** Answers that were given before the test began, or until an earlier visit left it. */
  given: GivenAt;
  /** Place at which an earlier visit left the test, or null if the test begins. */
  earlier: EarlierPlace | null;
}

export class Participation implements Observable<ParticipationState> {
  /** Devices that the test uses. */
  readonly uses: TestDevices;
  readonly devices: DeviceCheck;
  readonly display = new SharedDisplay();
  readonly link: SharedLink;
  /** The steps of the test in their order. */
  readonly steps: readonly StudyStep[];
  readonly tasks: readonly SharedTask[];
  readonly run: CaptureRun;
  /** Token of the participant's link to their own recording. */
  readonly privateToken: PrivateToken;
  readonly parameters: LinkParameters;
  readonly #state: Store<ParticipationState>;
  readonly earlier: EarlierPlace | null;
  #isAlone = false;
  readonly #given: Map<number, Given>;
  /** Time of the recording in which the present task was shown. */
  #startMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);
  getSnapshot = (): ParticipationState => this.#state.getSnapshot();

  constructor(
    link: SharedLink,
    run: CaptureRun,
    { privateToken, parameters, given, earlier }: ParticipationFacts,
  ) {
    this.uses = participationOf(link).devices;
    this.devices = new DeviceCheck(this.uses);
    this.steps = readSteps(link.steps);
    this.tasks = this.steps.filter(isTask);
    const { startMs, ...place } = earlier?.place ?? firstPlace(this.steps, given);
    this.#state = new Store<ParticipationState>({
      stage: earlier ? 'interrupted' : this.#firstStage,
      countdown: COUNTDOWN_SECONDS,
      startFailed: false,
      frame: this.#taskIndex(place.at),
      ...place,
    });
    this.earlier = earlier;
    this.#given = new Map(given);
    this.#startMs = startMs;
    this.link = link;
    this.run = run;
    this.privateToken = privateToken;
    this.parameters = parameters;
    this.display.subscribe(() => this.#displayChanged());
    this.run.subscribe(() => this.#runChanged());
    window.addEventListener('beforeunload', this.#warn);
    window.addEventListener('pagehide', this.#leave);
  }

  /** Continues the interrupted test: the devices and the screen are needed again. */
  goOn(): void {
    if (this.#state.getSnapshot().stage !== 'interrupted') return;
    if (!this.earlier?.isAlone) this.#state.merge({ stage: this.#firstStage });
    else this.startAlone().catch((error) => console.error('The test did not go on.', error));
  }

  /** Nothing is recorded: clicks and answers alone are sent. */
  get isAlone(): boolean {
    return this.#isAlone || this.earlier?.isAlone === true || this.uses.screen === 'off';
  }

  /** The participant may go on without sharing the screen; what was begun as a recording stays one. */
  get canBeAlone(): boolean {
    return this.uses.screen === 'optional' && this.earlier === null;
  }

  /** Begins, or goes on, without a recording. */
  async startAlone(): Promise<void> {
    if (this.#isAlone) return;
    this.#isAlone = true;
    this.devices.close();
    this.display.stop();
    this.#state.merge({ stage: 'recording' });
    await painted();
    this.run.startAlone();
    this.#showFirst();
  }

  get #firstStage(): 'devices' | 'share' {
    return usedDevices(this.uses).length > 0 ? 'devices' : 'share';
  }

  /** Ends the interrupted test with what was recorded. */
  stopHere(): void {
    if (this.#state.getSnapshot().stage !== 'interrupted') return;
    this.#state.merge({ stage: 'ended' });
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

  /** The present step. */
  get step(): StudyStep {
    return stepAt(this.steps, this.#state.getSnapshot().at);
  }

  /** The present task. @throws Error if the present step is none */
  get task(): SharedTask {
    const { step } = this;
    if (!isTask(step)) throw new Error(`Step ${step.number} is no task.`);
    return step;
  }

  /** Answers and ends of tasks until now, as conditions read them. */
  get given(): Map<number, Given> {
    return this.#given;
  }

  get isStudy(): boolean {
    return this.steps.length > 1;
  }

  /** A recording of a single task on a prototype has no boundaries; the messages of one without a recording are all there is of it. */
  get #hasBoundaries(): boolean {
    return this.isStudy || this.isAlone || this.tasks.some(isOnPicture);
  }

  /** Records the messages of a task's prototype from now on, because its frame begins to load. */
  recordPrototype({ embed, figmaUrl }: SharedTask, frame: () => Window | null): void {
    const source =
      embed.kind === 'prototype' ? { messageOrigin: embed.messageOrigin, frame } : null;
    this.run.listen(source, figmaUrl);
  }

  /** The picture of the present task is on the screen: its time begins now. */
  beginPicture = (): void => this.#showTask(true);

  /** Ends the present task; if no step follows, its end is that of the recording. */
  endTask(how: StepEnd): void {
    const { at, phase } = this.#state.getSnapshot();
    if (phase !== 'doing' || !this.#isRecording) return;
    const { number, asks } = this.task;
    if (this.#hasBoundaries) this.run.endStep(number, how);
    this.#given.set(number, { words: [how], number: null });
    if (nextStep(this.steps, at, this.#given).at === null) {
      this.stop(how === 'stuck' ? 'stuck' : 'participant');
      return;
    }
    this.#state.merge({ phase: 'asking', end: how });
    if (questionsAfter(asks, how).length === 0) this.closeCard();
  }

  /** The questions after the present task are answered or skipped. */
  closeCard(): void {
    if (this.#state.getSnapshot().phase !== 'asking') return;
    this.run.drafts.keep(this.step.number, { isClosed: true, draft: null });
    this.#showNext();
  }

  /** The present task has been read. */
  beginTask(): void {
    if (this.#state.getSnapshot().phase !== 'reading') return;
    this.#state.merge({ phase: 'doing' });
    this.#showTask();
  }

  /** Ends the present panel. @param answer null for a skipped question, and for a text */
  leavePanel(answer: StepAnswer | null): void {
    const { step } = this;
    if (isTask(step) || !this.#isRecording) return;
    if (answer !== null) this.run.noteAnswer(step.number);
    giveAnswer(this, step, answer);
    this.run.endStep(step.number, 'done');
    this.#showNext();
  }

  /** Place of the question or text to which *Back* leads, or null: it never leads into a task that has ended. */
  get placeBefore(): number | null {
    const { at, phase } = this.#state.getSnapshot();
    const canGo = phase === 'panel' || phase === 'reading';
    return canGo ? panelBefore(this.steps, at, this.#given) : null;
  }

  goBack(): void {
    const { placeBefore } = this;
    if (placeBefore === null || !this.#isRecording) return;
    if (this.#state.getSnapshot().phase === 'panel') this.run.endStep(this.step.number, 'done');
    this.#show(placeBefore);
  }

  get #isRecording(): boolean {
    return this.run.getSnapshot().recorder.phase === 'recording';
  }

  #showNext(): void {
    const next = nextStep(this.steps, this.#state.getSnapshot().at, this.#given);
    for (const step of this.steps) {
      // A changed answer leads past a question that was answered before.
      if (next.takenBack.includes(step.number) && !isTask(step)) giveAnswer(this, step, null);
    }
    if (next.at === null) this.stop('participant');
    else this.#show(next.at);
  }

  /** Shows a panel, or the text of a task that has not begun. */
  #show(at: number): void {
    const step = stepAt(this.steps, at);
    if (isTask(step)) {
      this.#state.merge({ at, phase: 'reading', end: null, frame: this.#taskIndex(at) });
      return;
    }
    this.#state.merge({ at, phase: 'panel', end: null });
    this.run.showStep(step.number);
  }

  #taskIndex(at: number): number | null {
    const step = stepAt(this.steps, at);
    return isTask(step) ? this.tasks.indexOf(step) : null;
  }

  #showTask(isSeen = !isOnPicture(this.task)): void {
    this.#startMs = this.run.getSnapshot().recorder.elapsedMs;
    if (this.#hasBoundaries && isSeen) this.run.showStep(this.task.number);
  }

  /** Returns the time that is left for the present task or for all of the recording, in milliseconds. */
  leftMs(elapsedMs: number): number {
    if (!this.isStudy) return RECORDING_MAX_MS - elapsedMs;
    const ofAll = STUDY_MAX_MS - elapsedMs;
    if (this.#state.getSnapshot().phase !== 'doing') return ofAll;
    return Math.min(ofAll, RECORDING_MAX_MS - (elapsedMs - this.#startMs));
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
    const { stream, hasCamera: camera } = this.devices.getSnapshot();
    const microphone = (stream?.getAudioTracks().length ?? 0) > 0;
    if (this.run.start({ display, microphone: microphone ? stream : withSilence(stream) })) {
      if (!microphone || !camera) this.run.noteDevices({ microphone, camera });
      this.#showFirst();
      return;
    }
    this.#state.merge({ stage: 'share', startFailed: true });
    // The failed start ended both streams, but the permission to use the devices is still valid.
    this.display.stop();
    await this.devices.open();
  }

  #showFirst(): void {
    const { phase } = this.#state.getSnapshot();
    if (phase === 'panel') this.run.showStep(this.step.number);
    else if (phase === 'doing' && this.earlier === null) this.#showTask();
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
