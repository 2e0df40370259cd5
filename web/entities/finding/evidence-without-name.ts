// Evidence for addresses that leave the product: the address of a recording is found by its time, so a number stands for
// the name, and a filter loses the text that people were searched by.
import type { Evidence } from '#contract/findings.ts';
import type { NoteRecording } from '#contract/notes.ts';
import { joinUserTimestamp, splitUserTimestamp } from '#contract/paths.ts';

export function evidenceWithoutName(evidence: Evidence): Evidence {
  switch (evidence.kind) {
    case 'clip': {
      const { clip } = evidence;
      if (typeof clip === 'string') return evidence;
      return { ...evidence, clip: { ...clip, recording: withoutName(clip.recording) } };
    }
    case 'note': {
      const { note } = evidence;
      if (typeof note === 'string') return evidence;
      return { ...evidence, note: { ...note, recording: withoutName(note.recording) } };
    }
    case 'number': {
      const filter = new URLSearchParams(evidence.number.filter);
      filter.delete('text');
      return { ...evidence, number: { ...evidence.number, filter: filter.toString() } };
    }
  }
}

function withoutName(recording: NoteRecording): NoteRecording {
  const participantName = `Participant ${recording.number}`;
  const timestampMs = splitUserTimestamp(recording.userTimestamp)?.timestampMs ?? 0;
  const userTimestamp = joinUserTimestamp(participantName, timestampMs);
  return { ...recording, participantName, userTimestamp };
}
