// Runs inside the browser: a whole run on fake devices, every spooled byte copied to compare later.
import { DeviceCheck, type DeviceCheckState } from '../devices/device-check.ts';
import { SharedDisplay, type SharedDisplayState } from '../devices/shared-display.ts';
import { beginRun, type CaptureRun, type RunState } from '../run/capture-run.ts';
import { type PendingUpload, PendingUploads } from '../run/pending-uploads.ts';
import { openIndexedDbSpool } from '../spool/indexeddb-spool.ts';
import { openSpool } from '../spool/open-spool.ts';
import type { NewSession, Spool } from '../spool/spool.ts';
import { showClockSince } from './clock.ts';

const COPY = 'copy-of-the-spool';
const devices = new DeviceCheck();
let run: CaptureRun | null = null;
let pending: PendingUploads | null = null;
let startedAtMs = 0;
let clockPaintsMs: readonly number[] = [];

/** Everything appended is appended to a second spool too, which nothing ever leaves. */
async function copyingSpool(): Promise<Spool> {
  const spool = await openSpool();
  const copy = await openIndexedDbSpool({ name: COPY });
  const { begin, append } = spool;
  spool.begin = async (session) => {
    await copy.begin(session);
    await begin.call(spool, session);
  };
  spool.append = async (sessionId, piece) => {
    await append.call(spool, sessionId, piece);
    await copy.append(sessionId, piece);
  };
  return spool;
}

async function plainSpool(maxBytes: number | undefined): Promise<Spool> {
  return maxBytes === undefined ? await openSpool() : await openIndexedDbSpool({ maxBytes });
}

/** Options of a run. By default a second spool holds a copy of every piece. */
interface RunOptions {
  /** Each piece goes to the test as it is made, in base64; there is no copy. */
  tellPieces?: boolean;
  waitingMaxBytes?: number;
  /** Size of the spool; read only with `tellPieces`. */
  maxBytes?: number;
}

declare const pieceMade: (base64: string) => Promise<void>;

/** Wraps MediaRecorder so that every later recorder of this page sends its pieces to the test. */
function tellPieces(): void {
  const Native = MediaRecorder;
  // Reading them takes different times: one behind the other, as they were made.
  let tail = Promise.resolve();
  globalThis.MediaRecorder = class extends Native {
    constructor(stream: MediaStream, options?: MediaRecorderOptions) {
      super(stream, options);
      this.addEventListener('dataavailable', ({ data }) => {
        const url = dataUrlOf(data);
        tail = tail.then(async () => pieceMade((await url).split(';base64,')[1] ?? ''));
      });
    }
  };
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });
}

/** Records whatever the browser gives as the screen. */
async function startRun(session: NewSession, options: RunOptions = {}): Promise<boolean> {
  const share = new SharedDisplay();
  await devices.open();
  await share.start(devices.getSnapshot().phase === 'ready');
  const { waitingMaxBytes, maxBytes } = options;
  if (options.tellPieces) tellPieces();
  const spool = options.tellPieces ? await plainSpool(maxBytes) : await copyingSpool();
  run = await beginRun(spool, session, waitingMaxBytes === undefined ? {} : { waitingMaxBytes });
  const isStarted = run.start({
    display: share.getSnapshot().stream,
    microphone: devices.getSnapshot().stream,
  });
  startedAtMs = performance.now();
  return isStarted;
}

/** The recording's time as a picture in the page. */
function showClock(): void {
  clockPaintsMs = showClockSince(startedAtMs);
}

/** When that picture was painted, in ms of the recording. */
function clockPaints(): readonly number[] {
  return clockPaintsMs;
}

/** A second start while recording. */
async function startAgain(): Promise<boolean> {
  const microphone = devices.getSnapshot().stream;
  return run?.start({ display: microphone, microphone }) ?? false;
}

/** Shares the screen and returns the resulting state. */
async function shareDisplay(): Promise<Omit<SharedDisplayState, 'stream'>> {
  const share = new SharedDisplay();
  await share.start(true);
  const { stream: _, ...shared } = share.getSnapshot();
  share.stop();
  return shared;
}

/** Opens camera and microphone and returns the resulting state. */
async function openDevices(): Promise<Pick<DeviceCheckState, 'phase' | 'problem' | 'hasCamera'>> {
  await devices.open();
  const { phase, problem, hasCamera } = devices.getSnapshot();
  return { phase, problem, hasCamera };
}

/** Tracks of camera and microphone that are still open. */
function openTracks(): number {
  const tracks = devices.getSnapshot().stream?.getTracks() ?? [];
  return tracks.filter((track) => track.readyState === 'live').length;
}

/** Mutes the microphone as the system or a switch does: browsers report it on the track. */
function muteMicrophone(muted: boolean): void {
  const [track] = devices.getSnapshot().stream?.getAudioTracks() ?? [];
  if (!track) throw new Error('There is no microphone.');
  Object.defineProperty(track, 'muted', { value: muted, configurable: true });
  track.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
}

function runState(): RunState | null {
  return run?.getSnapshot() ?? null;
}

async function stopRun(): Promise<RunState | null> {
  await run?.stop('participant');
  return runState();
}

async function resumePending(): Promise<readonly PendingUpload[]> {
  pending = new PendingUploads(await openIndexedDbSpool());
  await pending.resume();
  return pending.getSnapshot();
}

function pendingState(): readonly PendingUpload[] {
  return pending?.getSnapshot() ?? [];
}

/** Length and SHA-256 (hex) of all that was ever spooled for a session. */
async function spooledHash(sessionId: string): Promise<{ length: number; sha256: string }> {
  const copy = await openIndexedDbSpool({ name: COPY });
  const bytes = await copy.read(sessionId, { offset: 0, maxBytes: Number.MAX_SAFE_INTEGER });
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  copy.close();
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { length: bytes.length, sha256 };
}

/** Sessions left in the spool. */
async function spooledSessions(): Promise<number> {
  const spool = await openIndexedDbSpool();
  const sessions = await spool.list();
  spool.close();
  return sessions.length;
}

const page = {
  startRun,
  startAgain,
  showClock,
  clockPaints,
  shareDisplay,
  openDevices,
  openTracks,
  muteMicrophone,
  stopRun,
  runState,
  resumePending,
  pendingState,
  spooledHash,
  spooledSessions,
};
export type RunPage = typeof page;
Object.assign(globalThis, { capture: page });
