// Facts above the list of moments: the outcome and who set it, the task, and the answers.
import type { ReactNode } from 'react';
import { outcomeWords } from '#contract/outcome-words.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import { secondsText } from '#insight/numbers/words.ts';
import { formatDateTime } from '#web/lib/format-time.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { Name } from '#web/ui/name.tsx';
import { OutcomeControl } from './outcome-control.tsx';

interface SessionNotesProps {
  recording: RecordingDetail;
}

export function SessionNotes({ recording }: SessionNotesProps) {
  return (
    <div className="grid gap-3 border-line border-b px-4 py-3 text-sm">
      <TaskNote recording={recording} />
      <OutcomeNote recording={recording} />
      <AnswersNote recording={recording} />
      {recording.device && <Note title="Device">{recording.device}</Note>}
    </div>
  );
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold text-muted text-xs">{title}</h3>
      <div className="mt-0.5 [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

/** Task of the session's revision, if it is known. */
function TaskNote({ recording: { test, revision } }: SessionNotesProps) {
  return (
    <Note title="Task">
      <p>
        <Name>{test.task}</Name>
      </p>
      {revision.uncertain && (
        <div className="mt-2">
          <MoodText tone="caution">
            {test.revision > 1 && `Revision ${revision.number}. `}
            The test was changed after this session began. It may belong to another revision.
          </MoodText>
        </div>
      )}
    </Note>
  );
}

/** The computed outcome stays beside one by hand, with person and time. */
function OutcomeNote({ recording }: SessionNotesProps) {
  const { judged, timeToGoalMs } = recording;
  const { outcome, computed, override, exclusion } = judged;
  return (
    <Note title="Outcome">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="max-md:hidden">{outcomeWords[outcome].label}</span>
        <div className="py-1 md:hidden">
          <OutcomeControl recording={recording} />
        </div>
        {timeToGoalMs !== null && (
          <span className="text-muted">goal after {secondsText(timeToGoalMs)}</span>
        )}
      </div>
      {exclusion && (
        <Decided by={exclusion.by} at={exclusion.at} what="Left out">
          : <Name>{exclusion.reason}</Name>
        </Decided>
      )}
      {override && (
        <Decided
          by={override.by}
          at={override.at}
          what={exclusion ? `${outcomeWords[override.outcome].label}, decided` : 'Decided'}
        />
      )}
      {(override || exclusion) && computed && (
        <p className="text-muted">Computed: {outcomeWords[computed].label}</p>
      )}
    </Note>
  );
}

interface DecidedProps {
  what: string;
  by: string | null;
  at: string;
  children?: ReactNode;
}

function Decided({ what, by, at, children }: DecidedProps) {
  return (
    <p className="text-muted">
      {what} by {by === null ? 'a deleted account' : <Name>{by}</Name>},{' '}
      <time dateTime={at}>{formatDateTime(at)}</time>
      {children}
    </p>
  );
}

/** Answers on the card after the task. */
function AnswersNote({ recording: { answers } }: SessionNotesProps) {
  if (answers === null) return null;
  const { didIt, ease, helped } = answers;
  return (
    <Note title="Answers">
      <dl className="grid gap-1">
        {didIt !== null && (
          <Answer question="Did you do what was asked?">{didIt ? 'Yes' : 'No'}</Answer>
        )}
        {ease !== null && (
          <Answer question="How easy was it?">
            {ease} of 7<span className="text-muted"> (7: very easy)</span>
          </Answer>
        )}
        {helped !== null && (
          <Answer question="What would have helped?">
            <q dir="auto" className="whitespace-pre-line">
              {helped}
            </q>
          </Answer>
        )}
      </dl>
    </Note>
  );
}

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline text-muted">{question} </dt>
      <dd className="inline">{children}</dd>
    </div>
  );
}
