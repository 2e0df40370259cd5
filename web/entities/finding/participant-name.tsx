// The name of a participant in a report. On paper it is the number, unless the person who prints shows names.
import type { NoteRecording } from '#contract/notes.ts';
import { Name } from '#web/ui/name.tsx';

/** The frame is the article of the report, a `group/report` with `data-names` where names are printed. */
export function ParticipantName({
  number,
  participantName,
}: Pick<NoteRecording, 'number' | 'participantName'>) {
  return (
    <>
      <Name className="print:hidden group-data-names/report:print:inline">{participantName}</Name>
      <span className="hidden print:inline group-data-names/report:print:hidden">
        Participant {number}
      </span>
    </>
  );
}
