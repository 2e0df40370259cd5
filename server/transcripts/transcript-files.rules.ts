// A transcript as a file: WebVTT, SubRip, and plain text with a time before each segment.
import type { DisplayedSegment, TranscriptFormat, TranscriptWord } from '#contract/transcripts.ts';

/** Media type and text. */
export function transcriptFile(
  segments: readonly DisplayedSegment[],
  format: TranscriptFormat,
): { type: string; text: string } {
  return { type: types[format], text: writers[format](segments) };
}

const types: Readonly<Record<TranscriptFormat, string>> = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

const writers: Readonly<
  Record<TranscriptFormat, (segments: readonly DisplayedSegment[]) => string>
> = {
  // https://www.w3.org/TR/webvtt1/#syntax
  vtt: (segments) =>
    [
      'WEBVTT',
      ...segments.flatMap(cuesOf).map((cue) => `${timing(cue, '.')}\n${escaped(cue.text)}`),
    ]
      .join('\n\n')
      .concat('\n'),
  srt: (segments) =>
    segments
      .flatMap(cuesOf)
      .map((cue, at) => `${at + 1}\n${timing(cue, ',')}\n${cue.text}\n`)
      .join('\n'),
  txt: (segments) =>
    segments.map(({ startMs, text }) => `[${clock(startMs).slice(0, 8)}] ${text}\n`).join(''),
};

/** Two lines of a caption, by common practice. */
const CUE_CHARACTERS = 84;

/** A segment's words in pieces that fit a picture; without times of words the whole segment. */
function cuesOf({ startMs, endMs, text, words }: DisplayedSegment): TranscriptWord[] {
  if (words.length === 0) return text === '' ? [] : [escapeCue({ startMs, endMs, text })];
  const cues: TranscriptWord[] = [];
  for (const word of words) {
    const cue = cues.at(-1);
    if (cue && cue.text.length + word.text.length < CUE_CHARACTERS) {
      cue.text += ` ${word.text}`;
      cue.endMs = Math.max(cue.endMs, word.endMs);
    } else cues.push({ ...word });
  }
  return cues.map(escapeCue);
}

/** A cue of no length is never seen. */
function escapeCue({ startMs, endMs, text }: TranscriptWord): TranscriptWord {
  return { startMs, endMs: Math.max(endMs, startMs + 1), text };
}

function timing({ startMs, endMs }: TranscriptWord, point: string): string {
  return `${clock(startMs, point)} --> ${clock(endMs, point)}`;
}

/** `00:01:02.345`; hours may have more digits. */
function clock(ms: number, point = '.'): string {
  const part = (length: number, of: number) =>
    String(Math.floor(ms / length) % of).padStart(2, '0');
  const hours = String(Math.floor(ms / 3_600_000)).padStart(2, '0');
  return `${hours}:${part(60_000, 60)}:${part(1000, 60)}${point}${String(ms % 1000).padStart(3, '0')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
