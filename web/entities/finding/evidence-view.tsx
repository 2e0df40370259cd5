// One piece of a finding's evidence: a clip that plays in place, a note, a number with what it meant then and is now.
import { Hash, StickyNote, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Clip } from '#contract/clips.ts';
import type { Evidence, Gone } from '#contract/findings.ts';
import type { ListedNote } from '#contract/notes.ts';
import { type NumberValue, type ReportNumber, readReportFilter } from '#contract/report-numbers.ts';
import type { ResultChoices } from '#contract/results.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { ClipInPlace } from '#web/entities/clip/clip-in-place.tsx';
import { NoteText } from '#web/entities/note/note-text.tsx';
import { filterText } from '#web/entities/results/filter-options.ts';
import { formatDate, formatDateTime, formatDuration } from '#web/lib/format-time.ts';
import { Name } from '#web/ui/name.tsx';
import { hasChanged, valueText } from './number-text.ts';
import { unavailableText } from './report-text.ts';

/** Differences between the team's page and a link for viewing. */
export interface EvidenceContext {
  /** Path of the page where the evidence comes from; null: the reader may not open it. */
  hrefOf: (evidence: Evidence) => string | null;
  personOf: (of: Pick<Clip, 'recording'>) => string;
  /** Current numbers by the evidence's id; undefined if unknown or not given. */
  nowOf?: (id: string) => NumberValue | null | undefined;
  /** Names the screens of filters; null: not known. */
  choices: ResultChoices | null;
}

interface EvidenceViewProps {
  evidence: Evidence;
  of: EvidenceContext;
  /** Beside it, not on paper. */
  controls?: ReactNode;
}

export function EvidenceView({ evidence, of, controls }: EvidenceViewProps) {
  const href = of.hrefOf(evidence);
  return (
    <li className="flex break-inside-avoid items-start gap-3 py-3 max-sm:flex-wrap">
      <div className="min-w-0 grow basis-64">
        <EvidenceBody evidence={evidence} of={of} href={href} />
        {href !== null && <PrintedAddress href={href} />}
      </div>
      {controls && (
        <div className="ml-auto flex shrink-0 items-center print:hidden">{controls}</div>
      )}
    </li>
  );
}

type EvidenceBodyProps = Omit<EvidenceViewProps, 'controls'> & { href: string | null };

function EvidenceBody({ evidence, of, href }: EvidenceBodyProps) {
  switch (evidence.kind) {
    case 'clip':
      if (typeof evidence.clip === 'string')
        return <UnavailablePlace what="clip" why={evidence.clip} />;
      return <ClipEvidence of={of} href={href} clip={evidence.clip} />;
    case 'note':
      if (typeof evidence.note === 'string')
        return <UnavailablePlace what="note" why={evidence.note} />;
      return <NoteEvidence of={of} href={href} note={evidence.note} />;
    case 'number':
      return (
        <NumberEvidence
          of={of}
          href={href}
          number={evidence.number}
          now={of.nowOf?.(evidence.id)}
        />
      );
  }
}

/** Replacement for a deleted or withdrawn thing. */
export function UnavailablePlace({ what, why }: { what: 'clip' | 'note'; why: Gone }) {
  return (
    <p className="flex items-center gap-2 rounded-lg border border-line border-dashed px-3 py-2 text-muted text-sm">
      <VideoOff aria-hidden className="size-4 shrink-0" />
      {unavailableText(what, why)}
    </p>
  );
}

interface Of {
  of: EvidenceContext;
  href: string | null;
}

function ClipEvidence({ clip, of, href }: Of & { clip: Clip }) {
  const person = of.personOf(clip);
  return (
    <figure className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] sm:has-[video:not([aria-hidden])]:grid-cols-1">
      <ClipInPlace clip={clip} person={person} />
      <figcaption className="min-w-0 self-center">
        {clip.title !== '' && (
          <div className="font-medium">
            <NoteText>{clip.title}</NoteText>
          </div>
        )}
        <p className="text-muted text-sm tabular-nums">
          <Opened href={href}>
            <Name>{person}</Name>, {stretchText(clip)}
          </Opened>
        </p>
      </figcaption>
    </figure>
  );
}

function NoteEvidence({ note, of, href }: Of & { note: ListedNote }) {
  return (
    <figure className="flex gap-3">
      <StickyNote aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <blockquote>
          <NoteText>{note.text}</NoteText>
        </blockquote>
        <figcaption className="text-muted text-sm tabular-nums">
          <Opened href={href}>
            <Name>{of.personOf(note)}</Name>, {formatDuration(note.atMs)}
          </Opened>
          {note.author && (
            <>
              {' · noted by '}
              <Name>{note.author.name}</Name>
            </>
          )}
        </figcaption>
      </div>
    </figure>
  );
}

interface NumberEvidenceProps extends Of {
  number: ReportNumber;
  now: NumberValue | null | undefined;
}

function NumberEvidence({ number, of, href, now }: NumberEvidenceProps) {
  const { title, subtitle, value, definition, at } = number;
  const isOther = now !== undefined && hasChanged(value, now);
  return (
    <div className="flex gap-3">
      <Hash aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="min-w-0 tabular-nums">
        <p>
          <span className="font-medium">
            <Name>{title}</Name>
          </span>
          {subtitle !== '' && (
            <span className="text-muted text-sm">
              {' · '}
              <Name>{subtitle}</Name>
            </span>
          )}
        </p>
        <p>{valueText(value)}</p>
        <p className="text-muted text-sm">
          {whoText(number, of.choices)}, on <time dateTime={at}>{formatDate(at)}</time>.{' '}
          <span title={formatDateTime(at)}>{definition}</span>
        </p>
        {(isOther || href !== null) && (
          <p className="text-sm print:hidden">
            {isOther && <span className="font-medium text-warning">Now: {valueText(now)}. </span>}
            <Opened href={href}>{isOther ? 'See what changed' : 'Open with this filter'}</Opened>
          </p>
        )}
      </div>
    </div>
  );
}

/** 'Revision 2; Outcome: left' */
function whoText({ filter: text }: ReportNumber, choices: ResultChoices | null): string {
  const filter = readReportFilter(text) ?? {};
  const { revision } = filter;
  const filterWords = filterText(filter, choices);
  const which =
    revision === 'all' || revision === undefined ? 'All revisions' : `Revision ${revision}`;
  return filterWords === null ? which : `${which}; ${filterWords}`;
}

function Opened({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <Link
      to={href}
      className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current print:no-underline"
    >
      {children}
    </Link>
  );
}

/** A line of a page: what is longer no one types from paper. In a PDF it stays a link. */
const PRINTED_MAX_CHARACTERS = 100;

/** A link is no use on paper. */
function PrintedAddress({ href }: { href: string }) {
  const address = new URL(href, location.origin).href;
  if (address.length > PRINTED_MAX_CHARACTERS) return null;
  return <p className="hidden break-all text-muted text-xs print:block">{address}</p>;
}
