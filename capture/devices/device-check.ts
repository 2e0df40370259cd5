// Opens, previews and exchanges a participant's camera and microphone for the recorder.
import { type Observable, Store } from '../store.ts';
import {
  DEFAULT_DEVICE_ID,
  type DeviceFacts,
  type DeviceList,
  deviceList,
  hasDevice,
} from './device-list.ts';
import { listDevices, openStream, type SelectedDevices, stopTracks } from './device-stream.ts';
import { type LevelMeter, startLevelMeter } from './level-meter.ts';
import { type DeviceProblem, deviceProblem, type PermissionFacts } from './media-problem.ts';
import type { BlockedDevice } from './permission-help.ts';

export interface DeviceCheckState {
  phase: 'idle' | 'asking' | 'ready' | 'problem';
  /** Set in phase `problem`. */
  problem: DeviceProblem | null;
  /**
   * Devices that the browser's settings refuse in problem `denied`, or empty if the browser does
   * not report them.
   */
  blocked: readonly BlockedDevice[];
  /** Microphone and, when there is one, camera; set in phase `ready`. */
  stream: MediaStream | null;
  /** There is a camera. A test continues without a picture if only the microphone works. */
  hasCamera: boolean;
  level: LevelMeter | null;
  list: DeviceList;
  chosen: SelectedDevices;
}

/** Step 1 of the participant page. One object lives as long as the page. */
export class DeviceCheck implements Observable<DeviceCheckState> {
  readonly #state = new Store<DeviceCheckState>({
    phase: 'idle',
    problem: null,
    blocked: [],
    stream: null,
    hasCamera: false,
    level: null,
    list: deviceList([]),
    chosen: { camera: DEFAULT_DEVICE_ID, microphone: DEFAULT_DEVICE_ID },
  });
  /** Counts openings: an answer to an older question is thrown away. */
  #opening = 0;
  /** Ends listening to the browser's devices and settings. */
  #watch: AbortController | null = null;
  /** While the participant sees the check, each change of a device is tried at once. */
  #isChecking = true;

  subscribe = this.#state.subscribe;
  getSnapshot = this.#state.getSnapshot;

  /** Asks for both devices (or opens the chosen ones). Never rejects: refusals are states. */
  async open(): Promise<void> {
    this.#opening += 1;
    const opening = this.#opening;
    this.#release();
    if (!navigator.mediaDevices?.getUserMedia) {
      this.#fail(isSecureContext ? 'unsupported' : 'insecure');
      return;
    }
    this.#watchBrowser();
    this.#state.merge({ phase: 'asking', problem: null });
    try {
      const stream = await openStream(this.#state.getSnapshot().chosen);
      if (opening !== this.#opening) stopTracks(stream);
      else await this.#take(stream);
    } catch (error) {
      const facts = await permissionFacts(await listDevices());
      if (opening === this.#opening) this.#fail(deviceProblem(error, facts), facts);
    }
  }

  /** Takes another device; opens it at once when devices are open. */
  async choose(part: Partial<SelectedDevices>): Promise<void> {
    const { chosen, phase } = this.#state.getSnapshot();
    this.#state.merge({ chosen: { ...chosen, ...part } });
    if (phase !== 'idle') await this.open();
  }

  /** Lets go of both devices; the browser's light goes out. */
  close(): void {
    this.#opening += 1;
    this.#watch?.abort();
    this.#watch = null;
    this.#release();
    this.#state.merge({ phase: 'idle', problem: null });
  }

  /** Ends the check. The level meter stops because the recorder needs the processor. */
  endCheck(): void {
    this.#isChecking = false;
    this.#state.getSnapshot().level?.stop();
    this.#state.merge({ level: null });
  }

  /** The participant came back to the check. */
  resumeCheck(): void {
    this.#isChecking = true;
    const { stream, level } = this.#state.getSnapshot();
    if (stream && !level) this.#state.merge({ level: startLevelMeter(stream) });
    this.#settingsChanged();
  }

  async #take(stream: MediaStream): Promise<void> {
    const hasCamera = stream.getVideoTracks().length > 0;
    for (const track of stream.getTracks()) track.addEventListener('ended', this.#trackEnded);
    const level = this.#isChecking ? startLevelMeter(stream) : null;
    this.#state.merge({ phase: 'ready', problem: null, stream, hasCamera, level });
    await this.#refreshList();
  }

  #fail(problem: DeviceProblem, facts?: PermissionFacts): void {
    const blocked = problem === 'denied' && facts ? blockedDevices(facts) : [];
    this.#state.merge({ phase: 'problem', problem, blocked });
  }

  #release(): void {
    const { stream, level } = this.#state.getSnapshot();
    level?.stop();
    if (stream) stopTracks(stream);
    this.#state.merge({ stream: null, level: null, hasCamera: false });
  }

  async #refreshList(): Promise<void> {
    this.#state.merge({ list: deviceList(await listDevices()) });
  }

  #watchBrowser(): void {
    if (this.#watch) return;
    this.#watch = new AbortController();
    const { signal } = this.#watch;
    navigator.mediaDevices.addEventListener('devicechange', this.#devicesChanged, { signal });
    watchPermissions(this.#settingsChanged, signal).catch(warn);
  }

  #devicesChanged = (): void => {
    this.#refreshList().then(() => this.#microphoneCame(), warn);
  };

  /** A microphone was plugged in where none was: no need to press anything. */
  async #microphoneCame(): Promise<void> {
    if (!this.#isChecking || this.#state.getSnapshot().problem !== 'no_microphone') return;
    if (hasDevice(await listDevices(), 'audioinput')) await this.open();
  }

  #settingsChanged = (): void => {
    this.#readSettings().catch(warn);
  };

  /**
   * A device that the settings allow again is opened at once, or requested again at the next press.
   */
  async #readSettings(): Promise<void> {
    if (!this.#isChecking || this.#state.getSnapshot().problem !== 'denied') return;
    const facts = await permissionFacts(await listDevices());
    if (this.#state.getSnapshot().problem !== 'denied') return;
    if (blockedDevices(facts).length > 0) this.#fail('denied', facts);
    else if (facts.camera === 'granted' && facts.microphone === 'granted') await this.open();
    else this.#state.merge({ phase: 'idle', problem: null });
  }

  /** Unplugged, or taken back in the settings: the page offers to try again with another one. */
  #trackEnded = (event: Event): void => {
    const { stream, phase } = this.#state.getSnapshot();
    if (phase !== 'ready' || !(event.target instanceof MediaStreamTrack)) return;
    if (!stream?.getTracks().includes(event.target)) return;
    if (event.target.kind === 'video') this.#state.merge({ hasCamera: false });
    else this.#microphoneEnded().catch(warn);
  };

  async #microphoneEnded(): Promise<void> {
    this.#fail('no_microphone');
    const facts = await permissionFacts(await listDevices());
    const isStill = this.#state.getSnapshot().problem === 'no_microphone';
    if (isStill && facts.microphone === 'denied') this.#fail('denied', facts);
  }
}

function warn(error: unknown): void {
  console.warn('The devices could not be looked at.', error);
}

// Browser settings for camera and microphone, and their changes.

const names = ['camera', 'microphone'] as const;

/** Reads the settings after a refusal, to find its reason. */
async function permissionFacts(devices: readonly DeviceFacts[]): Promise<PermissionFacts> {
  const [camera, microphone] = await Promise.all(names.map(stateOf));
  return {
    camera: camera ?? null,
    microphone: microphone ?? null,
    hasMicrophone: hasDevice(devices, 'audioinput'),
  };
}

/**
 * Returns the devices that the settings refuse, or an empty list if the browser does not report
 * them.
 */
function blockedDevices(facts: PermissionFacts): BlockedDevice[] {
  return names.filter((name) => facts[name] === 'denied');
}

/** Reports each change of either setting until aborted. Some browsers report none. */
async function watchPermissions(onChange: () => void, signal: AbortSignal): Promise<void> {
  for (const status of await Promise.all(names.map(statusOf))) {
    status?.addEventListener('change', onChange, { signal });
  }
}

async function stateOf(name: BlockedDevice): Promise<PermissionState | null> {
  return (await statusOf(name))?.state ?? null;
}

async function statusOf(name: BlockedDevice): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name });
  } catch {
    // Firefox before 128 and Safari reject these names.
    return null;
  }
}
