// What a reel plays, one after the other.
import { CARD_MS } from '#contract/reels.ts';
import type { Span } from '#web/entities/recording/player.ts';

/** A clip, or words in place of one: a title, or why a clip is gone or can't be played on its own. */
export type ReelItem =
  | { id: string; kind: 'clip'; title: string; src: string; span: Span; label: string }
  | { id: string; kind: 'title'; text: string }
  | { id: string; kind: 'gone'; why: 'withdrawn' | 'deleted' | 'not_cut' };
export type ReelClip = Extract<ReelItem, { kind: 'clip' }>;

/** A line of words, and on. */
export const GONE_MS = 2500;

export function lengthOf(item: ReelItem): number {
  if (item.kind === 'clip') return item.span.toMs - item.span.fromMs;
  return item.kind === 'title' ? CARD_MS : GONE_MS;
}

export function isAlike(one: ReelItem | null | undefined, other: ReelItem): boolean {
  if (one?.kind !== 'clip' || other.kind !== 'clip')
    return JSON.stringify(one) === JSON.stringify(other);
  const { src, span } = one;
  const isSpan = span.fromMs === other.span.fromMs && span.toMs === other.span.toMs;
  return one.id === other.id && src === other.src && isSpan;
}
