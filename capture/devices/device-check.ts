// Opens, previews and exchanges a participant's camera and microphone for the recorder.
import { PLAIN_SHARED } from '#contract/shared-participation.ts';
import { type Observable, Store } from '../store.ts';
import {
  DEFAULT_DEVICE_ID,
  type DeviceFacts,
  type DeviceList,
  deviceList,
  hasDevice,
} from './device-list.ts';
import {
  type DeviceUses,
  listDevices,
  openStream,
  type SelectedDevices,
  stopTracks,
} from './device-stream.ts';
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
  /** Use of each device: `off` also for one without which the participant goes on. */
  uses: DeviceUses;
  /** Open devices in phase `ready`, or null if none is used. */
  stream: MediaStream | null;
  /** A camera is open. */
  hasCamera: boolean;
  level: LevelMeter | null;
  list: DeviceList;
  chosen: SelectedDevices;
}

/** Step 1 of the participant page. One object lives as long as the page. */
export class DeviceCheck implements Observable<DeviceCheckState> {
  readonly #uses: DeviceUses;
  readonly #state: Store<DeviceCheckState>;
  /** Counts openings: an answer to an older question is thrown away. */
  #opening = 0;
  /** Ends listening to the browser's devices and settings. */
  #watch: AbortController | null = null;
  /** While the participant sees the check, each change of a device is tried at once. */
  #isChecking = true;

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);
  getSnapshot = (): DeviceCheckState => this.#state.getSnapshot();

  /** @param uses those of the test; a check without a device is ready at once */
  constructor({ microphone, camera }: DeviceUses = PLAIN_SHARED.devices) {
    this.#uses = { microphone, camera };
    this.#state = new Store<DeviceCheckState>({
      phase: usedDevices(this.#uses).length === 0 ? 'ready' : 'idle',
      problem: null,
      blocked: [],
      uses: this.#uses,
      stream: null,
      hasCamera: false,
      level: null,
      list: deviceList([]),
      chosen: { camera: DEFAULT_DEVICE_ID, microphone: DEFAULT_DEVICE_ID },
    });
  }

  /** Asks for the devices (or opens the chosen ones). Never rejects: refusals are states. */
  async open(): Promise<void> {
    this.#opening += 1;
    const opening = this.#opening;
    this.#release();
    const { uses } = this.#state.getSnapshot();
    if (usedDevices(uses).length === 0) {
      this.#state.merge({ phase: 'ready', problem: null });
      return;
    }
    if (!navigator.mediaDevices?.getUserMedia) {
      this.#fail(isSecureContext ? 'unsupported' : 'insecure');
      return;
    }
    this.#watchBrowser();
    this.#state.merge({ phase: 'asking', problem: null });
    try {
      const stream = await openStream(this.#state.getSnapshot().chosen, uses);
      if (opening !== this.#opening) stopTracks(stream);
      else await this.#take(stream);
    } catch (error) {
      const facts = await permissionFacts(uses, await listDevices());
      if (opening === this.#opening) this.#fail(deviceProblem(error, facts), facts);
    }
  }

  /** Goes on without optional devices, and opens the others. */
  async openWithout(devices: readonly BlockedDevice[]): Promise<void> {
    const off = Object.fromEntries(devices.map((device) => [device, 'off']));
    this.#state.merge({ uses: { ...this.#state.getSnapshot().uses, ...off } });
    await this.open();
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
    this.#reset();
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
    // The participant went on without any device, and may choose again.
    if (!stream) this.#reset();
    this.#settingsChanged();
  }

  #reset(): void {
    const phase = usedDevices(this.#uses).length === 0 ? 'ready' : 'idle';
    this.#state.merge({ phase, problem: null, uses: this.#uses });
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
    this.#refreshList().then(() => this.#deviceCame(), warn);
  };

  /** A device was plugged in where none was: no need to press anything. */
  async #deviceCame(): Promise<void> {
    const { problem } = this.#state.getSnapshot();
    if (!this.#isChecking || (problem !== 'no_microphone' && problem !== 'no_camera')) return;
    const kind = problem === 'no_camera' ? 'videoinput' : 'audioinput';
    if (hasDevice(await listDevices(), kind)) await this.open();
  }

  #settingsChanged = (): void => {
    this.#readSettings().catch(warn);
  };

  /**
   * A device that the settings allow again is opened at once, or requested again at the next press.
   */
  async #readSettings(): Promise<void> {
    if (!this.#isChecking || this.#state.getSnapshot().problem !== 'denied') return;
    const { uses } = this.#state.getSnapshot();
    const facts = await permissionFacts(uses, await listDevices());
    if (this.#state.getSnapshot().problem !== 'denied') return;
    if (blockedDevices(facts).length > 0) this.#fail('denied', facts);
    else if (usedDevices(uses).every((name) => facts[name] === 'granted')) await this.open();
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
    const { uses } = this.#state.getSnapshot();
    const facts = await permissionFacts(uses, await listDevices());
    const isStill = this.#state.getSnapshot().problem === 'no_microphone';
    if (isStill && facts.microphone === 'denied') this.#fail('denied', facts);
  }
}

function warn(error: unknown): void {
  console.warn('The devices could not be looked at.', error);
}

// Browser settings for camera and microphone, and their changes.

const names = ['camera', 'microphone'] as const;

/** Returns the devices that are not off. */
export function usedDevices(uses: DeviceUses): BlockedDevice[] {
  return names.filter((name) => uses[name] !== 'off');
}

/** Reads the settings of the used devices after a refusal, to find its reason. */
async function permissionFacts(
  uses: DeviceUses,
  devices: readonly DeviceFacts[],
): Promise<PermissionFacts> {
  const stateOfUsed = (name: BlockedDevice) => (uses[name] === 'off' ? null : stateOf(name));
  const [camera, microphone] = await Promise.all(names.map(stateOfUsed));
  // An optional camera beside a microphone is never the reason.
  const isCameraNeeded =
    uses.camera === 'required' || (uses.camera === 'optional' && uses.microphone === 'off');
  return {
    camera: camera ?? null,
    microphone: microphone ?? null,
    hasMicrophone: uses.microphone === 'off' || hasDevice(devices, 'audioinput'),
    hasCamera: !isCameraNeeded || hasDevice(devices, 'videoinput'),
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
