// Source of a clip's video: the recording's video, or a file of its own for visitors whose link
// shows no whole recordings.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { clips } from '#contract/clips.api.ts';
import { CLIP_EARLY_HEADER, type Clip } from '#contract/clips.ts';
import { recordings } from '#contract/recordings.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import type { Span } from '#web/entities/recording/player.ts';
import { recordingAddressOf } from '#web/entities/recording/recording-address.ts';
import { showsStretches, useViewing } from '#web/entities/view-link/viewing.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { callAddress } from '#web/lib/call-address.ts';
import { fetchRange } from '#web/lib/fetch-range.ts';

export interface ClipSource {
  src: string;
  /** Stretch within `src`. */
  span: Span;
  isOwnFile: boolean;
  /** Message about why the server does not send the file, or null if it does. */
  refusal: string | null;
}

/** Returns the known sources by the clip's id. @param isEnabled false to request no file */
export function useClipSources(
  of: readonly Clip[],
  isEnabled = true,
): ReadonlyMap<string, ClipSource> {
  const hasFiles = useOwnFiles();
  const requestedClips = hasFiles && isEnabled ? of : [];
  const files = useQueries({ queries: requestedClips.map((clip) => earlyQuery(clip)) });
  if (!hasFiles) return new Map(of.map((clip) => [clip.id, sourceInRecording(clip)]));
  return new Map(
    requestedClips.flatMap((clip, at) => {
      const file = files[at];
      // The player shows the failure of its file.
      return file && !file.isPending ? [[clip.id, sourceOfFile(clip, file)]] : [];
    }),
  );
}

/** Returns why a clip can't be played here, or null if it can or its file was not requested. */
export function useClipRefusal(clip: Clip): string | null {
  const hasFiles = useOwnFiles();
  const { error } = useQuery({ ...earlyQuery(clip), enabled: false });
  return hasFiles ? refusalOf(error) : null;
}

/** Returns whether each clip plays from a file of its own. */
function useOwnFiles(): boolean {
  const viewing = useViewing();
  return viewing !== null && showsStretches(viewing);
}

function refusalOf(error: Error | null): string | null {
  return error instanceof ApiError && error.code === 'clip_not_cut' ? error.message : null;
}

function sourceInRecording({ recording, fromMs, toMs }: Clip): ClipSource {
  const src = callAddress(recordings.video, { params: recordingAddressOf(recording) });
  return { src, span: { fromMs, toMs }, isOwnFile: false, refusal: null };
}

function sourceOfFile(
  clip: Clip,
  { data: earlyMs = 0, error }: { data: number | undefined; error: Error | null },
): ClipSource {
  const span = { fromMs: earlyMs, toMs: earlyMs + clip.toMs - clip.fromMs };
  const { id, version } = clip;
  const src = callAddress(clips.video, { params: { clipId: id }, query: { version } });
  return { src, span, isOwnFile: true, refusal: refusalOf(error) };
}

function earlyQuery({ id, version }: Clip) {
  return queryOptions({
    queryKey: [...queryKeys.clipFiles.key, id, version],
    queryFn: async () => {
      const firstByte = { params: { clipId: id }, range: { start: 0, end: 1 } };
      const { headers, body } = await fetchRange(clips.video, firstByte);
      await body?.cancel();
      return earlyIn(headers);
    },
    retry: false,
  });
}

/** Address of the clip's own file. */
export function clipAddress({ id }: Pick<Clip, 'id'>): string {
  return callAddress(clips.video, { params: { clipId: id } });
}

/**
 * Returns how long before the clip its file begins, at the key frame before it; for a reel's
 * download, the maximum of its files.
 */
export async function readEarlyMs(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD', credentials: 'same-origin' });
  return earlyIn(answer.headers);
}

function earlyIn(headers: Headers): number {
  return Number(headers.get(CLIP_EARLY_HEADER));
}
