// Where a clip plays from: the recording's video, or a file of its own for visitors whose link shows no whole recordings.
import { queryOptions, useQueries } from '@tanstack/react-query';
import { clips } from '#contract/clips.api.ts';
import { CLIP_EARLY_HEADER, type Clip } from '#contract/clips.ts';
import { recordings } from '#contract/recordings.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import type { Span } from '#web/entities/recording/player.ts';
import { addressIn } from '#web/entities/recording/recorded-at.ts';
import { showsStretches, useViewing } from '#web/entities/view-link/viewing.ts';
import { callAddress } from '#web/lib/call-address.ts';

export interface ClipSource {
  src: string;
  /** Within `src`. */
  span: Span;
  isOwnFile: boolean;
}

/** By the clip's id; those that are not known yet are missing. @param isAsked without it no file is asked for */
export function useClipSources(
  of: readonly Clip[],
  isAsked = true,
): ReadonlyMap<string, ClipSource> {
  const viewing = useViewing();
  const hasFiles = viewing !== null && showsStretches(viewing);
  const asked = hasFiles && isAsked ? of : [];
  const files = useQueries({ queries: asked.map((clip) => earlyQuery(clip)) });
  if (!hasFiles) return new Map(of.map((clip) => [clip.id, sourceInRecording(clip)]));
  return new Map(
    asked.flatMap((clip, at) => {
      const file = files[at];
      // One that fails says so where it plays.
      return file && !file.isPending ? [[clip.id, sourceOfFile(clip, file.data ?? 0)]] : [];
    }),
  );
}

function sourceInRecording({ recording, fromMs, toMs }: Clip): ClipSource {
  const src = callAddress(recordings.video, { params: addressIn(recording) });
  return { src, span: { fromMs, toMs }, isOwnFile: false };
}

function sourceOfFile(clip: Clip, earlyMs: number): ClipSource {
  const span = { fromMs: earlyMs, toMs: earlyMs + clip.toMs - clip.fromMs };
  const { id, version } = clip;
  const src = callAddress(clips.video, { params: { clipId: id }, query: { version } });
  return { src, span, isOwnFile: true };
}

function earlyQuery(clip: Clip) {
  return queryOptions({
    queryKey: [...queryKeys.clipFiles.key, clip.id, clip.version],
    queryFn: () => readEarlyMs(clipAddress(clip)),
    retry: false,
  });
}

/** Of the clip's own file. */
export function clipAddress({ id }: Pick<Clip, 'id'>): string {
  return callAddress(clips.video, { params: { clipId: id } });
}

/** How long before the clip its file begins, at the key frame before it; of a reel's download the most of its files. */
export async function readEarlyMs(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD', credentials: 'same-origin' });
  return Number(answer.headers.get(CLIP_EARLY_HEADER));
}
