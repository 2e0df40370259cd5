// Runs inside the browser, for tests and benchmarks (`testing/players-page.ts`): the players of clips and reels, and every
// picture that they show.
import { createRoot } from 'react-dom/client';
import { Player, type Span } from '#web/entities/recording/player.ts';
import { ClipPlayer } from './clip-player.tsx';
import type { ReelItem } from './playable-reel.ts';
import { ReelPlayer } from './reel-player.tsx';

/** A picture that the browser has shown. */
interface Picture {
  video: number;
  /** Length of the recording. */
  seconds: number;
  displayedAtMs: number;
  /** The video is in front. */
  isSeen: boolean;
  /** Number of audible videos at this time. */
  audibleVideos: number;
}

/** A volume that no person can hear. */
const HEARD_VOLUME = 0.001;

const pictures: Picture[] = [];
const items: number[] = [];
const root = createRoot(document.body.appendChild(document.createElement('main')));

/** Notes each picture of each video from now on. */
function watchPictures(): void {
  for (const [number, video] of document.querySelectorAll('video').entries()) {
    const note: VideoFrameRequestCallback = (_now, { mediaTime, expectedDisplayTime }) => {
      const isSeen = video.closest('[inert]') === null;
      const audibleVideos = [...document.querySelectorAll('video')].filter(isAudible).length;
      const displayedAtMs = expectedDisplayTime;
      pictures.push({ video: number, seconds: mediaTime, displayedAtMs, isSeen, audibleVideos });
      video.requestVideoFrameCallback(note);
    };
    video.requestVideoFrameCallback(note);
  }
}

function isAudible({ paused, muted, volume }: HTMLVideoElement): boolean {
  return !paused && !muted && volume > HEARD_VOLUME;
}

function showClip(src: string, span: Span): void {
  root.render(
    <ClipPlayer src={src} span={span} player={new Player()} label="Clip" plays={false} />,
  );
}

function showReel(list: readonly ReelItem[]): void {
  root.render(<ReelPlayer items={list} label="Reel" onItem={noteItem} />);
}

function noteItem(at: number): void {
  items.push(at);
}

Object.assign(globalThis, { players: { showClip, showReel, watchPictures, pictures, items } });
