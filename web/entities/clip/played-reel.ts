// A reel as its player plays it: the parts that the server answers, with where each clip plays from.
import { useMemo } from 'react';
import type { Clip } from '#contract/clips.ts';
import { isolated } from '#contract/isolated.ts';
import type { Reel } from '#contract/reels.ts';
import { type ClipSource, useClipSources } from './clip-source.ts';
import type { ReelItem } from './reel-item.ts';

/** Null: not known yet from where. The same as long as nothing changes: another reel would begin again. */
export function usePlayedReel(items: Reel['items']): readonly ReelItem[] | null {
  const sources = useClipSources(items.flatMap(clipsOf));
  const known = JSON.stringify([...sources]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sources are what they say.
  return useMemo(() => {
    const played = items.map((item) => playedOf(item, sources));
    return played.includes(null) ? null : played.filter((item) => item !== null);
  }, [items, known]);
}

function clipsOf(item: Reel['items'][number]): Clip[] {
  return item.kind === 'clip' && typeof item.clip !== 'string' ? [item.clip] : [];
}

function playedOf(
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
  const label = `Recording of ${isolated(clip.recording.participantName)}`;
  return { id, kind: 'clip', title: clip.title, src: source.src, span: source.span, label };
}
