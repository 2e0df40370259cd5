// A reel as its player plays it: the items that the server answers, with the place that each clip plays from.
import { useMemo } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { Clip } from '#contract/clips.ts';
import { CARD_MS, type Reel } from '#contract/reels.ts';
import type { Span } from '#web/entities/recording/player.ts';
import { type ClipSource, useClipSources } from './clip-source.ts';

/**
 * Returns the items, or null until their sources are known. The list stays the same object without
 * a change, because another one would restart the reel.
 */
export function usePlayableReel(items: Reel['items']): readonly ReelItem[] | null {
  const sources = useClipSources(items.flatMap(clipsOf));
  const known = JSON.stringify([...sources]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sources are what they say.
  return useMemo(() => {
    const playable = items.map((item) => playableItem(item, sources));
    return playable.includes(null) ? null : playable.filter((item) => item !== null);
  }, [items, known]);
}

function clipsOf(item: Reel['items'][number]): Clip[] {
  return item.kind === 'clip' && typeof item.clip !== 'string' ? [item.clip] : [];
}

function playableItem(
  item: Reel['items'][number],
  sources: ReadonlyMap<string, ClipSource>,
): ReelItem | null {
  const { id } = item;
  if (item.kind === 'title') return { id, kind: 'title', text: item.text };
  const { clip } = item;
  if (typeof clip === 'string') return { id, kind: 'gone', why: clip };
  const source = sources.get(clip.id);
  if (source === undefined) return null;
  if (source.refusal !== null) return { id, kind: 'gone', why: 'not_cut' };
  const label = `Recording of ${isolateName(clip.recording.participantName)}`;
  return { id, kind: 'clip', title: clip.title, src: source.src, span: source.span, label };
}

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
