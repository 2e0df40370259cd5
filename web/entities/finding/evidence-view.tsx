// One piece of a finding's evidence: a clip that plays in place, a note, a number with what it meant then and is now.
import { Play, StickyNote, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Clip } from '#contract/clips.ts';
import type { Evidence, Gone } from '#contract/findings.ts';
import type { ListedNote } from '#contract/notes.ts';
import { type NumberValue, type ReportNumber, readReportFilter } from '#contract/report-numbers.ts';
import type { ResultChoices } from '#contract/results.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { ClipInPlace } from '#web/entities/clip/clip-in-place.tsx';
import { NoteText } from '#web/entities/note/note-text.tsx';
import { filterText } from '#web/entities/results/filter-options.ts';
import { formatDate, formatDuration } from '#web/lib/format-time.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Name } from '#web/ui/name.tsx';
import { FootnoteMark } from './footnotes.tsx';
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
  /** Definitions of the report's numbers, which are its footnotes. */
  definitions: readonly string[];
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
    <li
      className={`flex break-inside-avoid ${isClip(evidence) ? clipStyle : 'w-full items-start gap-3'}`}
    >
      <div className="min-w-0 grow">
        <EvidenceBody evidence={evidence} of={of} href={href} />
        {href !== null && <PrintedAddress href={href} />}
      </div>
      {controls && (
        <div className="ml-auto flex shrink-0 items-center print:hidden">{controls}</div>
      )}
    </li>
  );
}

/** List of a finding's evidence: clips beside each other, the rest in lines of its own. */
export const evidenceListStyle = 'flex flex-wrap gap-x-4 gap-y-3';

function isClip(evidence: Evidence): boolean {
  return evidence.kind === 'clip' && typeof evidence.clip !== 'string';
}

/** A clip that plays takes the whole width. */
const clipStyle = 'w-full flex-col gap-1 sm:w-48 has-[video:not([aria-hidden])]:w-full print:w-48';

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
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ClipInPlace clip={clip} person={person} />
      <figcaption className="min-w-0">
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
    <figure className="flex gap-3 border-line-strong border-l-2 pl-3">
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
              {' · note by '}
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
  const { title, subtitle, value, definition, at, moments } = number;
  const isOther = now !== undefined && hasChanged(value, now);
  return (
    <div className="min-w-0 tabular-nums">
      <p>
        <b className="font-semibold">
          <Name>{title}</Name>
        </b>
        {subtitle !== '' && (
          <span className="text-muted">
            {' · '}
            <Name>{subtitle}</Name>
          </span>
        )}
      </p>
      <p>
        {valueText(value)}
        <FootnoteMark definition={definition} definitions={of.definitions} />
      </p>
      <p className="text-muted text-sm">
        {whoText(number, of.choices)}, on <time dateTime={at}>{formatDate(at)}</time>
      </p>
      {(isOther || href !== null) && (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm print:hidden">
          {href !== null && moments !== null && value?.is === 'share' ? (
            <LinkButton
              to={href}
              size="sm"
              variant="secondary"
              className="border-accent/40! bg-accent-soft! text-accent! hover:border-accent!"
              icon={<Play aria-hidden className="size-4 fill-current" />}
            >
              {peopleCount(value.k)}
            </LinkButton>
          ) : (
            <Opened href={href}>Open results</Opened>
          )}
          {isOther && <span className="font-medium text-warning">Now: {valueText(now)}</span>}
        </div>
      )}
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
