// One participant's run, from the start of the recording to the server's last answer.
import { mousePress, type PrototypeMessage, type RawEvent } from '#contract/events.ts';
import type { SessionId } from '#contract/ids.ts';
import {
  type OwnMessage,
  type PicturePress,
  type RecordingBegan,
  readStepMessage,
} from '#contract/own-messages.ts';
import type { StepEnd } from '#contract/step-end.ts';
import { EventLog, listenToPrototype, type PrototypeSource } from '../events/prototype-listener.ts';
import { ScreenImages } from '../heatmaps/screen-images.ts';
import { SessionHeatmaps } from '../heatmaps/session-heatmaps.ts';
import { BEST_QUALITY, type Quality } from '../record/quality.ts';
import { Recorder, type RecorderState, type RecorderStreams } from '../record/recorder.ts';
import type { RecordedBefore } from '../record/webm-join.ts';
import { PieceQueue, type PieceQueueState } from '../spool/piece-queue.ts';
import { type ReleaseLock, tryLock } from '../spool/session-lock.ts';
import {
  type NewSession,
  newlySpooled,
  type RecordingEnd,
  type Spool,
  type SpooledAnswers,
  type SpooledSession,
  type SpooledStep,
} from '../spool/spool.ts';
import { Stills } from '../stills/stills.ts';
import { type Observable, Store } from '../store.ts';
import { isGone } from '../upload/call.ts';
import { type ConnectionMeasure, measureConnection } from '../upload/connection-measure.ts';
import { EventUpload } from '../upload/event-upload.ts';
import { abandonSession } from '../upload/session-calls.ts';
import { SessionUpload, type UploadState } from '../upload/session-upload.ts';
import { AnswerUpload } from './answer-upload.ts';
import { QualityWatch } from './quality-watch.ts';
import { type SlotKeepAlive, startKeepAlive } from './slot-keep-alive.ts';
import { StepDrafts } from './step-drafts.ts';

export interface RunState {
  recorder: RecorderState;
  upload: UploadState;
  /**
   * Destination of pieces: the disk (`ok`; `low`: nearly full), memory (`waiting`), or nowhere
   * (`full`: recording stops).
   */
  space: PieceQueueState['space'] | 'low';
  /** Quality that the recorder uses now. */
  quality: Quality;
  /** Recorded bytes survive the loss of the tab, because the browser gives storage. */
  durable: boolean;
}

/** Begins a run: the session is in the spool and this tab holds it. */
export async function beginRun(
  spool: Spool,
  session: NewSession,
  options: Pick<RunParts, 'waitingMaxBytes' | 'recordingMaxMs' | 'answers'> = {},
): Promise<CaptureRun> {
  const release = await tryLock(session.sessionId);
  await spool.begin(session);
  return new CaptureRun({ spool, session: newlySpooled(session), release, ...options });
}

/** The part of a session that an earlier visit recorded. */
interface EarlierVisit {
  before: RecordedBefore;
  events: readonly RawEvent[];
  steps: readonly SpooledStep[];
  /** Address of the prototype of each step, whose screens the messages name. */
  figmaUrls: ReadonlyMap<number, string>;
}

/**
 * Begins a run that goes on with what an earlier visit recorded: further takes of the same file, and messages that
 * follow its last one.
 * @param parts `release` is the lock, which the caller has taken
 */
export function continueRun(
  parts: Pick<RunParts, 'spool' | 'session' | 'release' | 'recordingMaxMs' | 'answers'>,
  earlier: Omit<EarlierVisit, 'before'>,
): CaptureRun {
  const { events } = earlier;
  const { tracks = [], recordedMs } = parts.session;
  // Messages are spooled apart from the pieces, and may be some hundred milliseconds ahead.
  const before = { tracks, recordedMs: Math.max(recordedMs, events.at(-1)?.atMs ?? 0) };
  return new CaptureRun({ ...parts, earlier: { ...earlier, before } });
}

export interface RunParts {
  spool: Spool;
  session: SpooledSession;
  release: ReleaseLock | null;
  earlier?: EarlierVisit;
  /** Upload of answers that this page shares with earlier sessions; else one of its own. */
  answers?: AnswerUpload;
  /** Length at which the recording ends; else RECORDING_MAX_MS. */
  recordingMaxMs?: number;
  /** Bytes that may wait in memory while the spool is full; else WAITING_MAX_BYTES. */
  waitingMaxBytes?: number;
}

type WithoutSession<T> = T extends unknown ? Omit<T, 'sessionId' | 'token'> : never;
/** Answers to a step of the run's session. */
type RunAnswers = WithoutSession<SpooledAnswers>;

/** About a second of recording. */
const CONNECTION_FREE_BYTES = 400_000;

export class CaptureRun implements Observable<RunState> {
  /** Drafts and answers of the steps, for a later visit. */
  readonly drafts: StepDrafts;
  readonly #parts: RunParts;
  readonly #log: EventLog;
  readonly #recorder: Recorder;
  readonly #queue: PieceQueue;
  readonly #events: EventUpload;
  readonly #upload: SessionUpload;
  readonly #images: ScreenImages;
  readonly #heatmaps: SessionHeatmaps;
  readonly #stills: Stills;
  readonly #answers: AnswerUpload;
  readonly #abort = new AbortController();
  readonly #state: Store<RunState>;
  readonly #presses = new Store<RawEvent | null>(null);
  #stopListening: () => void = () => undefined;
  readonly #connection: ConnectionMeasure;
  readonly #slot: SlotKeepAlive;
  #watch: QualityWatch | null = null;
  #finished: Promise<void> | null = null;

  constructor(parts: RunParts) {
    this.#parts = parts;
    const { spool, session, earlier } = parts;
    this.drafts = new StepDrafts(spool, session.sessionId, earlier?.steps);
    // Nothing of the run ends the upload of its answers.
    this.#answers = parts.answers ?? new AnswerUpload(spool, new AbortController().signal);
    this.#log = new EventLog(earlier?.events);
    this.#queue = new PieceQueue(spool, session, parts.waitingMaxBytes);
    this.#recorder = new Recorder(
      (piece) => this.#queue.add(piece),
      parts.recordingMaxMs,
      earlier?.before,
    );
    this.#events = new EventUpload({
      spool,
      session,
      events: () => this.#log.events,
      spooledBefore: this.#log.events.length,
    });
    this.#upload = new SessionUpload({ spool, session });
    this.#images = new ScreenImages(session, this.#abort.signal, () => this.#events.reported());
    this.#heatmaps = new SessionHeatmaps({
      session,
      events: () => this.#log.events,
      images: this.#images,
      isConnectionFree: () => this.#isConnectionFree(),
    });
    this.#stills = new Stills({ session, elapsedMs: () => this.#recorder.elapsedMs() });
    this.#state = new Store<RunState>({
      recorder: this.#recorder.getSnapshot(),
      upload: this.#upload.getSnapshot(),
      space: 'ok',
      quality: BEST_QUALITY,
      durable: spool.durable,
    });
    this.#connection = measureConnection(session, this.#abort.signal);
    this.#slot = startKeepAlive(session);
    this.#recorder.subscribe(() => this.#recorderChanged());
    this.#queue.subscribe(() => this.#queueChanged());
    this.#upload.subscribe(() => this.#uploadChanged());
    if (!earlier) return;
    this.#send();
    this.#loadImages(earlier);
  }

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);
  getSnapshot = (): RunState => this.#state.getSnapshot();

  get sessionId(): SessionId {
    return this.#parts.session.sessionId;
  }

  /** Raw events so far. */
  get events(): readonly RawEvent[] {
    return this.#log.events;
  }

  /** The screens' images and geometry as they are known by now. */
  get images(): ScreenImages {
    return this.#images;
  }

  /** The last press in the prototype, for the dots over it. */
  get presses(): Observable<RawEvent | null> {
    return this.#presses;
  }

  /**
   * Listens from when the prototype loads; messages before the recording count at its start. What another frame still
   * sends is left out: a message belongs to the task whose frame sent it.
   * @param prototype null for a page that sends none
   * @param figmaUrl address of the prototype, whose screens the messages name
   */
  listen(prototype: PrototypeSource | null, figmaUrl: string): void {
    this.#stopListening();
    this.#images.show(figmaUrl);
    this.#stopListening = prototype
      ? listenToPrototype(prototype, (message) => this.#record(message))
      : () => undefined;
  }

  /** A step is shown from now on: what follows belongs to it. */
  showStep(step: number): void {
    this.#write({ type: 'TRYOUT_STEP_SHOWN', data: { step } });
  }

  endStep(step: number, how: StepEnd): void {
    this.#write({ type: 'TRYOUT_STEP_ENDED', data: { step, how } });
  }

  /** The participant gives the answer to a step now. The answer itself is sent by `answer`. */
  noteAnswer(step: number): void {
    this.#write({ type: 'TRYOUT_ANSWERED', data: { step } });
  }

  /** The participant presses the picture of a step. */
  pressPicture(step: number, at: PicturePress): void {
    this.#write({ type: 'TRYOUT_PRESSED', data: { step, ...at } });
  }

  /** The recording has begun without one of these devices. */
  noteDevices(devices: RecordingBegan['data']): void {
    this.#write({ type: 'TRYOUT_RECORDING_BEGAN', data: devices });
  }

  #write(message: OwnMessage): void {
    this.#log.addOwn(message, this.#recorder.elapsedMs());
  }

  /** Starts recording and uploading; false with the recorder's `problem` when it did not start. */
  start(streams: RecorderStreams): boolean {
    const { maxBytes } = this.#parts.spool;
    const parts = { recorder: this.#recorder, queue: this.#queue, upload: this.#upload, maxBytes };
    const watch = new QualityWatch(parts, this.#connection.end());
    if (!this.#recorder.start(streams, watch.quality)) return false;
    this.#watch = watch;
    watch.subscribe(() => this.#queueChanged());
    watch.start();
    this.#send();
    this.#stills.start(streams.display);
    return true;
  }

  /** Starts without a recording: messages alone are sent. */
  startAlone(): void {
    this.#recorder.startClock();
    this.#send();
  }

  #send(): void {
    this.#upload.stream();
    this.#events.start();
  }

  /** Ends a session as an earlier visit recorded it. Resolves when the upload has ended one way or the other. */
  async finishEarlier(): Promise<void> {
    if (this.#recorder.getSnapshot().phase !== 'idle') return;
    this.#finished ??= this.#finish();
    await this.#finished;
  }

  /** Stops by a press. Resolves when the upload has ended one way or the other (see `upload.phase`). */
  async stop(reason: 'participant' | 'stuck'): Promise<void> {
    await this.#recorder.stop(reason);
    await this.#finished;
  }

  /** Tries the upload again, at once. */
  async retry(): Promise<void> {
    await this.#upload.retry();
    this.#letGo();
  }

  /** Resolves when no answer of the participant waits in this browser. */
  readonly sendAnswers = (): Promise<void> => this.#answers.settle();

  /**
   * Stores the participant's answers to a step, and sends them.
   * @param answers `step` is 0 for the only task of a test
   * @param onStored called once the answers survive the loss of the tab
   * @returns true once the server has the answers, or false if it rejected them for good
   */
  async answer(answers: RunAnswers, onStored: () => void = () => undefined): Promise<boolean> {
    const { sessionId, token } = this.#parts.session;
    return await this.#answers.answer({ sessionId, token, ...answers }, onStored);
  }

  /** The participant leaves before anything was recorded: frees the slot. */
  async abandon(): Promise<void> {
    if (this.#recorder.getSnapshot().phase !== 'idle' || this.#parts.earlier) return;
    const { spool, session } = this.#parts;
    this.#abort.abort();
    this.#slot.end();
    if (await abandonSession(session)) await spool.remove(session.sessionId);
    this.#parts.release?.();
  }

  #record(message: PrototypeMessage): void {
    const event = this.#log.add(message, this.#recorder.elapsedMs());
    if (!event) {
      console.warn(`${this.#log.dropped} messages of the prototype were left out.`);
      return;
    }
    const screenId = pressedScreen(event);
    // Fetched now, so that stopping does not wait for it.
    if (screenId === null) return;
    this.#images.load(screenId).catch(() => undefined);
    if (this.#recorder.getSnapshot().phase === 'recording') this.#heatmaps.pressed();
    this.#presses.set(event);
  }

  /** Loads the images of the screens in which an earlier visit pressed, for their heatmaps. */
  #loadImages({ events, figmaUrls }: EarlierVisit): void {
    for (const event of events) {
      const own = readStepMessage(event);
      const figmaUrl = own && figmaUrls.get(own.data.step);
      if (figmaUrl) this.#images.show(figmaUrl);
      const screenId = pressedScreen(event);
      if (screenId !== null) this.#images.load(screenId).catch(() => undefined);
    }
  }

  /** Returns true if no more than about the current piece is unsent. */
  #isConnectionFree(): boolean {
    const { connected, spooledBytes, storedBytes } = this.#upload.getSnapshot();
    return connected && spooledBytes - storedBytes < CONNECTION_FREE_BYTES;
  }

  #queueChanged(): void {
    const { space, spooledBytes } = this.#queue.getSnapshot();
    const isLow = space === 'ok' && this.#watch?.getSnapshot().isSpaceLow === true;
    const { durable } = this.#parts.spool;
    this.#state.merge({ space: isLow ? 'low' : space, durable });
    this.#upload.piecesAdded(spooledBytes);
    if (space === 'full') {
      this.#recorder.stop('storage_full').catch((error) => console.error(error));
    }
  }

  #uploadChanged(): void {
    const upload = this.#upload.getSnapshot();
    this.#state.merge({ upload });
    this.#stills.videoMoved(upload);
    if (upload.storedBytes > 0) this.#slot.end();
  }

  #recorderChanged(): void {
    const recorder = this.#recorder.getSnapshot();
    this.#state.merge({ recorder, quality: this.#recorder.quality });
    if (recorder.phase !== 'recording') this.#stills.stop();
    if (recorder.phase !== 'stopped' || this.#finished !== null) return;
    this.#watch?.stop();
    this.#finished = this.#finish();
    this.#finished.catch((error) => console.error('The run could not be finished.', error));
  }

  async #finish(): Promise<void> {
    this.#stopListening();
    const { spool, session } = this.#parts;
    await this.#queue.settled();
    const end = endOf(this.#recorder.getSnapshot());
    await spool.finishing(session.sessionId, end);
    await this.#upload.finish(this.#beforeLastCall(), end);
    this.#letGo();
  }

  async #beforeLastCall(): Promise<{ storedEvents: number }> {
    const storedEvents = await this.#events.end();
    await this.#heatmaps.finish(this.#parts.spool);
    return { storedEvents };
  }

  /** A failed upload holds the lock, so that this tab can retry, unless the session is gone. */
  #letGo(): void {
    const { phase, problem } = this.#upload.getSnapshot();
    if (phase === 'failed' && !(problem && isGone(problem))) return;
    this.#abort.abort();
    this.#slot.end();
    this.#parts.release?.();
  }
}

function endOf({ stopReason }: RecorderState): RecordingEnd {
  if (stopReason === 'share_ended') return 'sharing_ended';
  return stopReason === 'stuck' ? 'stuck' : 'stopped';
}

/** Node id of the screen presented at a press; null for every other message. */
function pressedScreen({ type, data }: RawEvent): string | null {
  const press = type === 'MOUSE_PRESS_OR_RELEASE' ? mousePress.safeParse(data) : null;
  return press?.data?.presentedNodeId ?? null;
}
