// The shared screen of a participant: asked for, checked, watched until the browser ends it.
import { SCREEN_FRAME_RATE } from '#contract/limits.ts';
import { type Observable, Store } from '../store.ts';
import { stopTracks } from './device-stream.ts';
import { type ScreenProblem, screenProblem } from './media-problem.ts';

/** What is shared; null where the browser does not tell (Firefox). */
export type Surface = 'monitor' | 'window' | 'browser' | null;

export interface ScreenShareState {
  phase: 'idle' | 'asking' | 'shared' | 'problem' | 'ended';
  problem: ScreenProblem | null;
  stream: MediaStream | null;
  surface: Surface;
  /** A tab is shared that is not this one: the prototype will not be in the picture. */
  isAnotherTab: boolean;
}

/** Screen Capture API members that TypeScript's DOM library does not have yet. */
interface DisplayOptions extends DisplayMediaStreamOptions {
  selfBrowserSurface: 'include';
  monitorTypeSurfaces: 'include';
  surfaceSwitching: 'exclude';
}

/**
 * 60 frames a second and no screen audio (specification, section 9); the entire screen is offered
 * first, as the hint on the page says; the own tab stays possible, another one is noticed and said.
 */
const options: DisplayOptions = {
  video: { frameRate: SCREEN_FRAME_RATE, displaySurface: 'monitor' },
  audio: false,
  selfBrowserSurface: 'include',
  monitorTypeSurfaces: 'include',
  surfaceSwitching: 'exclude',
};

const nothingShared: ScreenShareState = {
  phase: 'idle',
  problem: null,
  stream: null,
  surface: null,
  isAnotherTab: false,
};

/** Step 2 of the participant page. */
export class ScreenShare implements Observable<ScreenShareState> {
  readonly #state = new Store<ScreenShareState>(nothingShared);

  subscribe = this.#state.subscribe;
  getSnapshot = this.#state.getSnapshot;

  /**
   * Opens the browser's picker; must run within a press of the participant. Never rejects.
   * Refused (nothing happens) while the picker is open or a screen is shared.
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
      this.#fail(screenProblem(error));
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
    const surface = track ? surfaceOf(track) : null;
    if (!track) {
      stopTracks(stream);
      this.#fail('failed');
      return;
    }
    track.addEventListener('ended', () => this.#ended(stream), { once: true });
    const isAnother = surface === 'browser' && isAnotherTab(track, ownTab);
    this.#state.merge({ phase: 'shared', problem: null, stream, surface, isAnotherTab: isAnother });
  }

  /** The browser's own bar was used, or the shared window was closed. */
  #ended(stream: MediaStream): void {
    if (this.#state.getSnapshot().stream !== stream) return;
    this.#state.merge({ phase: 'ended', stream: null, surface: null });
  }

  #fail(problem: ScreenProblem): void {
    this.#state.merge({ phase: 'problem', problem, stream: null, surface: null });
  }
}

function surfaceOf(track: MediaStreamTrack): Surface {
  const { displaySurface } = track.getSettings();
  const known: readonly Surface[] = ['monitor', 'window', 'browser'];
  return known.find((surface) => surface === displaySurface) ?? null;
}

/** Capture Handle: a tab names itself, and whoever captures it can read the name. Chromium only. */
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
  if (!track.getCaptureHandle) return false;
  return track.getCaptureHandle()?.handle !== ownTab;
}
