// Requests and checks the participant's shared display (a monitor, a window or a tab) and watches
// it until it ends.
import { SCREEN_FRAME_RATE } from '#contract/limits.ts';
import { type Observable, Store } from '../store.ts';
import { stopTracks } from './device-stream.ts';
import { type DisplayProblem, displayProblem } from './media-problem.ts';

export interface SharedDisplayState {
  phase: 'idle' | 'asking' | 'shared' | 'problem' | 'ended';
  problem: DisplayProblem | null;
  stream: MediaStream | null;
  /** Another tab is shared: the prototype will not be in the picture. */
  isAnotherTab: boolean;
}

/** Screen Capture API members that TypeScript's DOM library does not have yet. */
interface DisplayOptions extends DisplayMediaStreamOptions {
  selfBrowserSurface: 'include';
  monitorTypeSurfaces: 'include';
  surfaceSwitching: 'exclude';
}

/** 60 frames a second, no audio (specification, section 9). The entire screen is offered first; this tab can be chosen. */
const options: DisplayOptions = {
  video: { frameRate: SCREEN_FRAME_RATE, displaySurface: 'monitor' },
  audio: false,
  selfBrowserSurface: 'include',
  monitorTypeSurfaces: 'include',
  surfaceSwitching: 'exclude',
};

const nothingShared: SharedDisplayState = {
  phase: 'idle',
  problem: null,
  stream: null,
  isAnotherTab: false,
};

/** Step 2 of the participant page. */
export class SharedDisplay implements Observable<SharedDisplayState> {
  readonly #state = new Store<SharedDisplayState>(nothingShared);

  subscribe = this.#state.subscribe;
  getSnapshot = this.#state.getSnapshot;

  /**
   * Opens the browser's picker; must run within a press of the participant. Never rejects.
   * Does nothing while the picker is open or a display is shared.
   * @param hasDevices whether camera and microphone were allowed before (section 8).
   */
  async start(hasDevices: boolean): Promise<void> {
    const { phase } = this.#state.getSnapshot();
    if (phase === 'asking' || phase === 'shared') return;
    if (!hasDevices || !navigator.mediaDevices?.getDisplayMedia) {
      this.#fail(hasDevices ? 'unsupported' : 'devices_first');
      return;
    }
    this.#state.merge({ phase: 'asking', problem: null });
    const ownTab = nameOwnTab();
    try {
      this.#take(await navigator.mediaDevices.getDisplayMedia(options), ownTab);
    } catch (error) {
      this.#fail(displayProblem(error));
    }
  }

  /** Ends the share. */
  stop(): void {
    const { stream } = this.#state.getSnapshot();
    if (stream) stopTracks(stream);
    this.#state.set(nothingShared);
  }

  #take(stream: MediaStream, ownTab: string): void {
    const [track] = stream.getVideoTracks();
    if (!track) {
      stopTracks(stream);
      this.#fail('failed');
      return;
    }
    track.addEventListener('ended', () => this.#ended(stream), { once: true });
    const isOther = isAnotherTab(track, ownTab);
    this.#state.merge({ phase: 'shared', problem: null, stream, isAnotherTab: isOther });
  }

  /** The browser's own bar was used, or the shared window was closed. */
  #ended(stream: MediaStream): void {
    if (this.#state.getSnapshot().stream !== stream) return;
    this.#state.merge({ phase: 'ended', stream: null });
  }

  #fail(problem: DisplayProblem): void {
    this.#state.merge({ phase: 'problem', problem, stream: null });
  }
}

/** Capture Handle: a tab names itself to pages that capture it. Chromium only. */
interface CaptureHandleDevices {
  setCaptureHandleConfig?: (config: { handle: string; permittedOrigins: string[] }) => void;
}
interface CaptureHandleTrack {
  getCaptureHandle?: () => { handle: string } | null;
}

function nameOwnTab(): string {
  const handle = crypto.randomUUID();
  const devices: MediaDevices & CaptureHandleDevices = navigator.mediaDevices;
  devices.setCaptureHandleConfig?.({ handle, permittedOrigins: [location.origin] });
  return handle;
}

function isAnotherTab(track: MediaStreamTrack & CaptureHandleTrack, ownTab: string): boolean {
  if (track.getSettings().displaySurface !== 'browser' || !track.getCaptureHandle) return false;
  return track.getCaptureHandle()?.handle !== ownTab;
}
