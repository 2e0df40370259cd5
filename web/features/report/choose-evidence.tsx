// Adds notes and clips of the test to a finding, with a search.
import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import type { EvidenceInput, Finding } from '#contract/findings.ts';
import type { TestId } from '#contract/ids.ts';
import type { NoteRecording } from '#contract/notes.ts';
import { newestClipsQuery } from '#web/entities/clip/clip.query.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { useAddEvidence } from '#web/entities/finding/finding.query.ts';
import { newestNotesQuery } from '#web/entities/note/note.query.ts';
import { NoteText } from '#web/entities/note/note-text.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { useSearchText } from '#web/lib/search-text.ts';
import { toastFailure } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';

interface ChooseEvidenceProps {
  testId: TestId;
  finding: Finding;
  /** Number of the finding, from 1. */
  number: number;
}

export function ChooseEvidence({ testId, finding, number }: ChooseEvidenceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon={<Plus aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Add evidence<span className="sr-only"> to finding {number}</span>
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Evidence of finding ${number}`}
        description={<Name>{finding.sentence}</Name>}
        actions={
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        <Choices testId={testId} finding={finding} />
      </Dialog>
    </>
  );
}

type Kind = 'note' | 'clip';

/** A choice in a list of recordings, clips or screens. */
interface Choice {
  id: string;
  evidence: EvidenceInput;
  text: string;
  time: string;
  recording: NoteRecording;
}

/** Older ones are found by the search. */
const MOST = 20;

function Choices({ testId, finding }: Omit<ChooseEvidenceProps, 'number'>) {
  const [kind, setKind] = useState<Kind>('clip');
  const [search, setSearch] = useState('');
  const [text, setText] = useSearchText({ search, setSearch });
  const { choices, total } = useChoices(testId, kind, search);
  const taken = new Set(finding.evidence.map(idOf));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <ChoiceGroup label="Kind of evidence" choices={kinds} value={kind} onChange={setKind} />
        <SearchBox
          label={`Search ${kind}s`}
          placeholder="Words or names"
          maxLength={200}
          text={text}
          onTextChange={setText}
          className="min-w-40 grow basis-40"
        />
      </div>
      <p role="status" className="text-muted text-sm tabular-nums">
        {total !== null && countText(kind, { visible: choices.length, total, search })}
      </p>
      {total === null ? (
        <Skeleton className="h-40 rounded-lg" />
      ) : (
        <ul
          aria-label="Choices"
          className="-mx-2 max-h-[40dvh] divide-y divide-line overflow-y-auto"
        >
          {choices.map((choice) => (
            <ChoiceRow
              key={choice.id}
              testId={testId}
              finding={finding}
              choice={choice}
              isTaken={taken.has(choice.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const kinds = [
  { id: 'clip', label: 'Clips' },
  { id: 'note', label: 'Notes' },
] as const;

function countText(
  kind: Kind,
  { visible, total, search }: { visible: number; total: number; search: string },
): string {
  if (total === 0) return search === '' ? `No ${kind}s yet.` : `No such ${kind}.`;
  const all = total === 1 ? `1 ${kind}` : `${total.toLocaleString('en')} ${kind}s`;
  return visible < total ? `The newest ${visible} of ${all}` : all;
}

/** Returns the id of a piece of evidence, or undefined for a number and for deleted evidence. */
function idOf(evidence: Finding['evidence'][number]): string | undefined {
  if (evidence.kind === 'number') return undefined;
  const of = evidence.kind === 'note' ? evidence.note : evidence.clip;
  return typeof of === 'string' ? undefined : of.id;
}

/** @returns `total` is null until it is loaded */
function useChoices(testId: TestId, kind: Kind, search: string) {
  const listOptions = { search, most: MOST };
  const notes = useQuery({ ...newestNotesQuery(testId, listOptions), enabled: kind === 'note' });
  const clips = useQuery({ ...newestClipsQuery(testId, listOptions), enabled: kind === 'clip' });
  const choices: Choice[] =
    kind === 'note'
      ? (notes.data?.items ?? []).map(({ id, text, atMs, recording }) => ({
          id,
          text,
          recording,
          time: formatDuration(atMs),
          evidence: { kind: 'note', noteId: id },
        }))
      : (clips.data?.items ?? []).map((clip) => ({
          id: clip.id,
          text: clip.title,
          recording: clip.recording,
          time: stretchText(clip),
          evidence: { kind: 'clip', clipId: clip.id },
        }));
  return { choices, total: (kind === 'note' ? notes : clips).data?.total ?? null };
}

interface ChoiceRowProps extends Omit<ChooseEvidenceProps, 'number'> {
  choice: Choice;
  isTaken: boolean;
}

function ChoiceRow({ testId, finding, choice, isTaken }: ChoiceRowProps) {
  const adding = useAddEvidence(testId);
  const { text, time, recording, evidence } = choice;
  const add = () =>
    adding.mutate(
      { findingId: finding.id, evidence: [evidence] },
      {
        onError: toastFailure('The evidence was not added. Please try again.'),
      },
    );
  return (
    <li className="flex items-start gap-3 px-2 py-2.5 text-sm">
      <div className="grid min-w-0 grow gap-0.5">
        {text === '' ? (
          <span className="text-muted">Without a title</span>
        ) : (
          <div className="line-clamp-4">
            <NoteText>{text}</NoteText>
          </div>
        )}
        <p className="text-muted tabular-nums">
          <Name>{recording.participantName}</Name>, {time}
        </p>
      </div>
      {isTaken ? (
        <span className="flex h-control-sm shrink-0 items-center gap-1.5 text-muted">
          <Check aria-hidden className="size-4" />
          Added
        </span>
      ) : (
        <Button size="sm" variant="secondary" busy={adding.isPending} onClick={add}>
          Add
        </Button>
      )}
    </li>
  );
}
