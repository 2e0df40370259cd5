// Camera and microphone of a participant: asked for, previewed, exchanged, given to the recorder.
import { type Observable, Store } from '../store.ts';
import { DEFAULT_DEVICE_ID, type DeviceList, deviceList, hasDevice } from './device-list.ts';
import { type LevelMeter, startLevelMeter } from './level-meter.ts';
import {
  type DeviceProblem,
  deviceProblem,
  isCameraMissing,
  isChoiceGone,
  type PermissionFacts,
} from './media-problem.ts';

export interface ChosenDevices {
  /** Device ids; empty is the default. */
  camera: string;
  microphone: string;
}

export interface DeviceCheckState {
  phase: 'idle' | 'asking' | 'ready' | 'problem';
  /** Set in phase `problem`. */
  problem: DeviceProblem | null;
  /** Microphone and, when there is one, camera; set in phase `ready`. */
  stream: MediaStream | null;
  /** False when the microphone works but no camera does: the test goes on without a picture. */
  hasCamera: boolean;
  level: LevelMeter | null;
  list: DeviceList;
  chosen: ChosenDevices;
}

/** Small and gentle on the encoder's processor: the camera is shown, not recorded. */
const CAMERA_SIZE = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24 } };

/** Step 1 of the participant page. One object lives as long as the page. */
export class DeviceCheck implements Observable<DeviceCheckState> {
  readonly #state = new Store<DeviceCheckState>({
    phase: 'idle',
    problem: null,
    stream: null,
    hasCamera: false,
    level: null,
    list: deviceList([]),
    chosen: { camera: DEFAULT_DEVICE_ID, microphone: DEFAULT_DEVICE_ID },
  });
  /** Counts openings: an answer to an older question is thrown away. */
  #opening = 0;

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
    navigator.mediaDevices.addEventListener('devicechange', this.#devicesChanged);
    this.#state.merge({ phase: 'asking', problem: null });
    try {
      const stream = await openStream(this.#state.getSnapshot().chosen);
      if (opening !== this.#opening) stopTracks(stream);
      else await this.#take(stream);
    } catch (error) {
      const problem = deviceProblem(error, await permissionFacts());
      if (opening === this.#opening) this.#fail(problem);
    }
  }

  /** Takes another device; opens it at once when devices are open. */
  async choose(part: Partial<ChosenDevices>): Promise<void> {
    const { chosen, phase } = this.#state.getSnapshot();
    this.#state.merge({ chosen: { ...chosen, ...part } });
    if (phase !== 'idle') await this.open();
  }

  /** Lets go of both devices; the browser's light goes out. */
  close(): void {
    this.#opening += 1;
    navigator.mediaDevices?.removeEventListener('devicechange', this.#devicesChanged);
    this.#release();
    this.#state.merge({ phase: 'idle', problem: null });
  }

  /** The level is for the check only; the recorder needs the processor more. */
  stopLevel(): void {
    this.#state.getSnapshot().level?.stop();
    this.#state.merge({ level: null });
  }

  async #take(stream: MediaStream): Promise<void> {
    const hasCamera = stream.getVideoTracks().length > 0;
    for (const track of stream.getTracks()) track.addEventListener('ended', this.#trackEnded);
    const level = startLevelMeter(stream);
    this.#state.merge({ phase: 'ready', problem: null, stream, hasCamera, level });
    await this.#refreshList();
  }

  #fail(problem: DeviceProblem): void {
    this.#state.merge({ phase: 'problem', problem });
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

  #devicesChanged = (): void => {
    this.#refreshList().catch((error) => console.warn('The devices could not be listed.', error));
  };

  /** An unplugged microphone: the state says so; the page offers to try again with another one. */
  #trackEnded = (event: Event): void => {
    const { stream, phase } = this.#state.getSnapshot();
    if (phase !== 'ready' || !(event.target instanceof MediaStreamTrack)) return;
    if (!stream?.getTracks().includes(event.target)) return;
    if (event.target.kind === 'video') this.#state.merge({ hasCamera: false });
    else this.#fail('no_microphone');
  };
}

/** Ends every track: the only thing that ends the browser's recording sign. */
export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Both devices; the default where the chosen one is gone; the microphone alone without a camera. */
async function openStream(chosen: ChosenDevices): Promise<MediaStream> {
  try {
    return await openBoth(chosen);
  } catch (error) {
    if (!isChoiceGone(error)) throw error;
    return openBoth({ camera: DEFAULT_DEVICE_ID, microphone: DEFAULT_DEVICE_ID });
  }
}

async function openBoth(chosen: ChosenDevices): Promise<MediaStream> {
  const audio = chosen.microphone ? { deviceId: { exact: chosen.microphone } } : true;
  const camera = chosen.camera ? { deviceId: { exact: chosen.camera } } : {};
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio,
      video: { ...CAMERA_SIZE, ...camera },
    });
  } catch (error) {
    if (!isCameraMissing(error) || !hasDevice(await listDevices(), 'audioinput')) throw error;
    return navigator.mediaDevices.getUserMedia({ audio });
  }
}

async function listDevices(): Promise<MediaDeviceInfo[]> {
  return (await navigator.mediaDevices?.enumerateDevices?.()) ?? [];
}

async function permissionFacts(): Promise<PermissionFacts> {
  const [camera, microphone, devices] = await Promise.all([
    permissionState('camera'),
    permissionState('microphone'),
    listDevices(),
  ]);
  return { camera, microphone, hasMicrophone: hasDevice(devices, 'audioinput') };
}

async function permissionState(name: 'camera' | 'microphone'): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions.query({ name })).state;
  } catch {
    // Firefox before 128 and Safari don't know these names: then nothing is known.
    return null;
  }
}
