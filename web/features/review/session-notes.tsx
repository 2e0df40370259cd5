// Facts above the list of moments in one line: outcome, time, ease, device; the task and the answers open below it.
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionConsent } from '#contract/consent.ts';
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

/** Facts of the session; with several tasks, each of them has its own below (`TaskNotes`). */
export function SessionNotes({ recording }: SessionNotesProps) {
  const { device, tasks, revision } = recording;
  if (tasks > 1 && device === null && !revision.uncertain) return null;
  return (
    <div className="border-line border-b px-4 py-2 text-sm">
      {tasks > 1 ? (
        device
      ) : (
        <>
          <div className="py-1 md:hidden">
            <OutcomeControl recording={recording} />
          </div>
          <Facts answers={recording.answers}>
            <FactLine recording={recording} />
            <FirstLine>
              Task: <Name>{recording.test.task}</Name>
            </FirstLine>
          </Facts>
        </>
      )}
      <RevisionNote recording={recording} />
      {tasks === 1 && <Decisions judged={recording.judged} />}
    </div>
  );
}

type Run = RecordingDetail['runs'][number];

/** Facts of one of several tasks, under its heading. */
export function TaskNotes({ run }: { run: Run }) {
  const facts = factsOf(run);
  return (
    <div className="px-4 text-sm">
      <Facts answers={run.answers}>
        {facts !== '' && <span className="block truncate tabular-nums">{facts}</span>}
        <FirstLine>
          <Name>{run.task}</Name>
        </FirstLine>
      </Facts>
      <Decisions judged={run.judged} />
    </div>
  );
}

/**
 * Facts in one line and the task in another, so that the list of moments has the panel's height. Opened, both are shown
 * whole, with the answers.
 */
function Facts({ answers, children }: Pick<Run, 'answers'> & { children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-control-sm cursor-pointer list-none items-center gap-2 rounded-sm [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 grow">{children}</span>
        <span className="sr-only">Task and answers</span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="py-2 empty:hidden">
        <AnswersNote answers={answers} />
      </div>
    </details>
  );
}

function FirstLine({ children }: { children: ReactNode }) {
  return (
    <span className="block truncate text-muted group-open:whitespace-pre-line group-open:text-text">
      {children}
    </span>
  );
}

/** 'Direct · goal after 0:31 · ease 6 of 7 · Firefox on Windows · STUDY 7' */
function FactLine({ recording }: SessionNotesProps) {
  const ofLink = recording.parameters.map(({ name, value }) => `${name} ${value}`);
  const { consent, device } = recording;
  const text = [factsOf(recording, device), consent && consentText(consent), ...ofLink]
    .filter(Boolean)
    .join(' · ');
  return (
    <span className="block truncate tabular-nums group-open:whitespace-normal">
      {/* On a phone the button above it has the outcome. */}
      <span className="max-md:hidden">
        <b className="font-semibold">{outcomeWords[recording.judged.outcome].label}</b>
        {text !== '' && ' · '}
      </span>
      {text}
    </span>
  );
}

/** 'agreed to version 2, screen and microphone, on 28 November 2026 at 10:31' */
function consentText({ version, items, agreedAt }: SessionConsent): string {
  const text = version === null ? '' : `version ${version}, `;
  return `agreed to ${text}${items.join(' and ')}, ${formatDateTime(agreedAt)}`;
}

function factsOf(
  { timeToGoalMs, answers }: Pick<Run, 'timeToGoalMs' | 'answers'>,
  device: string | null = null,
): string {
  const facts = [
    timeToGoalMs !== null && `goal after ${secondsText(timeToGoalMs)}`,
    answers?.ease != null && `ease ${answers.ease} of 7`,
    device,
  ];
  return facts.filter(Boolean).join(' · ');
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold text-muted text-xs">{title}</h3>
      <div className="mt-0.5 [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

/** Warning where the session's revision is not known. */
function RevisionNote({ recording: { test, revision } }: SessionNotesProps) {
  if (!revision.uncertain) return null;
  return (
    <div className="py-1">
      <MoodText tone="caution">
        {test.revision > 1 && `Revision ${revision.number}. `}
        The test was changed after this session began. It may belong to another revision.
      </MoodText>
    </div>
  );
}

/** Decisions of members about the outcome, with person and time; the computed outcome stays beside them. */
function Decisions({ judged: { computed, override, exclusion } }: Pick<Run, 'judged'>) {
  if (!override && !exclusion) return null;
  return (
    <div className="grid gap-1 py-1">
      {exclusion && (
        <Decided by={exclusion.by} at={exclusion.at} what="Excluded">
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
      {computed && <p className="text-muted">Computed: {outcomeWords[computed].label}</p>}
    </div>
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
function AnswersNote({ answers }: Pick<Run, 'answers'>) {
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
