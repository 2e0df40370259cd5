// Keys of stored objects: made of ids, so that renaming a test or a company moves nothing.
import type { ExportId, ScreenImageId, SessionId } from '#contract/ids.ts';

/** Folder of everything stored for one recording. */
export function recordingPrefix(id: SessionId): string {
  return `recordings/${id}`;
}

/** The video's bytes as received. */
export function videoKey(id: SessionId): string {
  return `${recordingPrefix(id)}/video.webm`;
}

/** A whole video, until its form is accepted and it replaces the streamed one. @param call number of the call */
export function wholeVideoKey(id: SessionId, call: number): string {
  return `${recordingPrefix(id)}/whole-${call}.webm`;
}

/** The index of a video, kept beside it. */
export function indexKey(videoKey: string): string {
  return `${videoKey}.index`;
}

/** Folder of a recording's heatmaps. */
export function heatmapPrefix(id: SessionId): string {
  return `${recordingPrefix(id)}/heatmaps`;
}

/** A heatmap PNG; node ids are written with characters that keys allow (`1:2;3:4` → `1-2_3-4`). */
export function heatmapKey(id: SessionId, screenId: string): string {
  return `${heatmapPrefix(id)}/${screenId.replaceAll(':', '-').replaceAll(';', '_')}.png`;
}

/** The larger picture of a recording in lists and before it plays. */
export function posterKey(id: SessionId): string {
  return `${recordingPrefix(id)}/stills/poster`;
}

/** One image with several stills. */
export function sheetKey(id: SessionId, sheet: number): string {
  return `${recordingPrefix(id)}/stills/${sheet}`;
}

/** A screen's image as the design tool rendered it. */
export function screenKey(id: ScreenImageId): string {
  return `screens/${id}`;
}

/** Folder of everything stored for one export. */
export function exportPrefix(id: ExportId): string {
  return `exports/${id}`;
}

/** Its tables and texts, deflated, one behind the other. */
export function exportFilesKey(id: ExportId): string {
  return `${exportPrefix(id)}/files`;
}

/** What its archive consists of, as JSON. */
export function exportPlanKey(id: ExportId): string {
  return `${exportPrefix(id)}/plan`;
}
