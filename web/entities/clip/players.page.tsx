// Runs inside the browser, for tests and benchmarks (`testing/players-page.ts`): the players of clips and reels, and every
// picture that they show.
import { createRoot } from 'react-dom/client';
import { Player, type Span } from '#web/entities/recording/player.ts';
import { ClipPlayer } from './clip-player.tsx';
import type { ReelItem } from './reel.ts';
import { ReelPlayer } from './reel-player.tsx';

/** A picture that the browser has shown. */
interface Picture {
  video: number;
  /** Of the recording. */
  seconds: number;
  shownAtMs: number;
  /** Whether its video is in front. */
  isSeen: boolean;
}

const pictures: Picture[] = [];
const items: number[] = [];
const root = createRoot(document.body.appendChild(document.createElement('main')));

/** Notes each picture of each video from now on. */
function watchPictures(): void {
  for (const [number, video] of document.querySelectorAll('video').entries()) {
    const note: VideoFrameRequestCallback = (_now, { mediaTime, expectedDisplayTime }) => {
      const isSeen = video.closest('[inert]') === null;
      pictures.push({ video: number, seconds: mediaTime, shownAtMs: expectedDisplayTime, isSeen });
      video.requestVideoFrameCallback(note);
    };
    video.requestVideoFrameCallback(note);
  }
}

function showClip(src: string, span: Span): void {
  root.render(<ClipPlayer {...{ src, span }} player={new Player()} label="Clip" plays={false} />);
}

function showReel(list: readonly ReelItem[]): void {
  root.render(<ReelPlayer items={list} label="Reel" onItem={noteItem} />);
}

function noteItem(at: number): void {
  items.push(at);
}

Object.assign(globalThis, { players: { showClip, showReel, watchPictures, pictures, items } });
