// The players of clips and reels in a real browser, on a page of any origin: `web/entities/clip/players.page.tsx`.
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { bundleForBrowser } from './browser-module.ts';

interface Span {
  fromMs: number;
  toMs: number;
}

/** The same as `ReelItem` of `web/entities/clip/playable-reel.ts`. */
export type PlayedItem =
  | { id: string; kind: 'clip'; title: string; src: string; span: Span; label: string }
  | { id: string; kind: 'title'; text: string }
  | { id: string; kind: 'gone'; why: 'withdrawn' | 'deleted' | 'not_cut' };

/** A picture that the browser has shown. */
export interface Picture {
  /** 0 or 1. */
  video: number;
  /** Position in the recording. */
  seconds: number;
  displayedAtMs: number;
  /** The video is in front. */
  isSeen: boolean;
  /** Number of audible videos at this time. */
  audibleVideos: number;
}

/** Functions of the page's module, as the global `players`. */
export interface PlayersPage {
  showClip(src: string, span: Span): void;
  showReel(items: readonly PlayedItem[]): void;
  /** Notes each picture of the videos that are there from now on. */
  watchPictures(): void;
  pictures: Picture[];
  /** Positions of the items that were shown. */
  items: number[];
}

const MODULE = resolve(import.meta.dirname, '../web/entities/clip/players.page.tsx');

/** Puts the players into pages: call it after each load. */
export async function playersModule(): Promise<(page: Page) => Promise<void>> {
  const { code } = await bundleForBrowser(MODULE);
  return async (page) => {
    await page.addScriptTag({ content: code, type: 'module' });
    await page.waitForFunction(() => 'players' in globalThis);
  };
}
