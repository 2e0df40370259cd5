// Keys of stored objects. They consist of ids, so that renaming a test or a company moves no object.
import type { ExportId, ScreenImageId, SessionId } from '#contract/ids.ts';

/** Folder of all objects of one recording. */
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

/** The index of a video, stored beside it. */
export function indexKey(videoKey: string): string {
  return `${videoKey}.index`;
}

/** Folder of a recording's heatmaps. */
export function heatmapPrefix(id: SessionId): string {
  return `${recordingPrefix(id)}/heatmaps`;
}

/** A heatmap PNG. Node ids are written with characters that keys allow (`1:2;3:4` → `1-2_3-4`). */
export function heatmapKey(id: SessionId, screenId: string): string {
  return `${heatmapPrefix(id)}/${screenId.replaceAll(':', '-').replaceAll(';', '_')}.png`;
}

/** The larger picture that represents a recording in lists and before it plays. */
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

/** Folder of all objects of one export. */
export function exportPrefix(id: ExportId): string {
  return `exports/${id}`;
}

/** Tables and texts of an export, deflated and concatenated. */
export function exportFilesKey(id: ExportId): string {
  return `${exportPrefix(id)}/files`;
}

/** The list of files in an export's archive, as JSON. */
export function exportPlanKey(id: ExportId): string {
  return `${exportPrefix(id)}/plan`;
}
