// One piece of a finding's evidence: a clip that plays in place, a note, a number with its people.
import { Play, StickyNote, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Clip } from '#contract/clips.ts';
import type { ClipPress, Evidence, Gone, ReportCover, ReportEvidence } from '#contract/findings.ts';
import type { ClipId } from '#contract/ids.ts';
import type { ListedNote } from '#contract/notes.ts';
import { type NumberKind, type ReportNumber, readReportFilter } from '#contract/report-numbers.ts';
import type { ResultChoices } from '#contract/results.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { ClipInPlace } from '#web/entities/clip/clip-in-place.tsx';
import { NoteText } from '#web/entities/note/note-text.tsx';
import { filterText } from '#web/entities/results/filter-options.ts';
import { shareWithInterval } from '#web/entities/results/number-words.ts';
import { QuestionBars } from '#web/entities/results/question-bars.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Name } from '#web/ui/name.tsx';
import { type ClipLinks, clipElementId } from './clip-link.ts';
import { FootnoteMark } from './footnotes.tsx';
import { numberSentence, taskOfNumber, unbroken } from './number-text.ts';
import { ParticipantName } from './participant-name.tsx';
import { usePressPicture } from './press-picture.tsx';
import { PrintedLink } from './printed-link.tsx';
import { unavailableText } from './report-text.ts';

/** Differences between the team's page and a link for viewing. */
export interface EvidenceContext {
  /** Path of the page where the evidence comes from, or null if the reader may not open it. */
  hrefOf: (evidence: Evidence) => string | null;
  /** Names the screens of filters, or null if they are not known. */
  choices: ResultChoices | null;
  /** Numbers of the cover's revision do not name it; those of one of its several tasks name the task. */
  cover: Pick<ReportCover, 'revision' | 'tasks'>;
  /** Kinds of the report's numbers, which its footnotes explain. */
  kinds: readonly NumberKind[];
  /** Returns the player of a number's people for readers who may watch only clips of the report. */
  play?: (clips: readonly ClipId[]) => ReactNode;
  /** Links of clips for paper. */
  links?: ClipLinks | undefined;
}

interface EvidenceViewProps {
  evidence: ReportEvidence;
  of: EvidenceContext;
  /** Beside it, not on paper. */
  controls?: ReactNode;
}

export function EvidenceView({ evidence, of, controls }: EvidenceViewProps) {
  const href = of.hrefOf(evidence);
  return (
    <li className={`flex break-inside-avoid ${styleOf(evidence)}`}>
      <div className="min-w-0 grow">
        <EvidenceBody evidence={evidence} of={of} href={href} />
      </div>
      {controls && (
        <div className="ml-auto flex shrink-0 items-center print:hidden">{controls}</div>
      )}
    </li>
  );
}

/** List of a finding's evidence: clips beside each other, the rest in lines of its own. */
export const evidenceListStyle = 'flex flex-wrap gap-x-4 gap-y-3';

function styleOf(evidence: Evidence): string {
  if (evidence.kind === 'clip' && typeof evidence.clip !== 'string') return clipStyle;
  const isPicture = evidence.kind === 'number' && evidence.number.value?.is === 'question';
  return `w-full items-start gap-x-3 ${isPicture ? pictureStyle : ''}`;
}

/** The bars of a question take the whole width of a phone, with the controls below them. */
const pictureStyle = 'not-last:mb-3 max-sm:flex-wrap max-sm:*:first:basis-full';

/** A clip that plays takes the whole width. */
const clipStyle =
  'report-clip w-full flex-col gap-1 sm:w-48 has-[video:not([aria-hidden])]:w-full print:w-[calc(50%-0.5rem)]';

type EvidenceBodyProps = Omit<EvidenceViewProps, 'controls'> & { href: string | null };

function EvidenceBody({ evidence, of, href }: EvidenceBodyProps) {
  switch (evidence.kind) {
    case 'clip':
      if (typeof evidence.clip === 'string')
        return <UnavailablePlace what="clip" why={evidence.clip} />;
      return <ClipEvidence of={of} href={href} clip={evidence.clip} press={evidence.press} />;
    case 'note':
      if (typeof evidence.note === 'string')
        return <UnavailablePlace what="note" why={evidence.note} />;
      return <NoteEvidence href={href} note={evidence.note} />;
    case 'number':
      return <NumberEvidence of={of} href={href} {...evidence} />;
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

interface ClipEvidenceProps {
  of: EvidenceContext;
  clip: Clip;
  press: ClipPress | null;
  href: string | null;
}

function ClipEvidence({ clip, press, href, of }: ClipEvidenceProps) {
  const picture = usePressPicture(press);
  const link = of.links?.get(clip.id);
  return (
    <figure id={clipElementId(clip.id)} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ClipInPlace clip={clip} picture={picture} person={clip.recording.participantName} />
      <figcaption className="min-w-0">
        {clip.title !== '' && (
          <div className="font-medium">
            <NoteText>{clip.title}</NoteText>
          </div>
        )}
        <p className="text-muted text-sm tabular-nums">
          <Opened href={href}>
            <ParticipantName {...clip.recording} />, {stretchText(clip)}
          </Opened>
        </p>
      </figcaption>
      {link && <PrintedLink {...link} />}
    </figure>
  );
}

function NoteEvidence({ note, href }: { note: ListedNote; href: string | null }) {
  return (
    <figure className="flex gap-3 border-line-strong border-l-2 pl-3">
      <StickyNote aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <blockquote>
          <NoteText>{note.text}</NoteText>
        </blockquote>
        <figcaption className="text-muted text-sm tabular-nums">
          <Opened href={href}>
            <ParticipantName {...note.recording} />, {formatDuration(note.atMs)}
          </Opened>
          {note.author && (
            <span className="print:hidden group-data-names/report:print:inline">
              {' · note by '}
              <Name>{note.author.name}</Name>
            </span>
          )}
        </figcaption>
      </div>
    </figure>
  );
}

interface NumberEvidenceProps {
  of: EvidenceContext;
  href: string | null;
  number: ReportNumber;
  clips: readonly ClipId[];
}

function NumberEvidence({ number, clips, of, href }: NumberEvidenceProps) {
  const { title, subtitle, value, moments } = number;
  const { count, rest } =
    value?.is === 'question' ? { count: title, rest: '' } : numberSentence(number);
  const isShare = value?.is === 'share';
  const interval = isShare ? shareWithInterval(value) : null;
  const where = [taskOfNumber(number, of.cover.tasks), subtitle].filter(Boolean).join(' · ');
  return (
    <div className="min-w-0 tabular-nums">
      <p>
        <b className="font-semibold">
          <Name>{count}</Name>
        </b>
        <Name>{rest}</Name>
        {interval !== null && <>: {unbroken(interval)}</>}
        <FootnoteMark kind={number.number} kinds={of.kinds} />
      </p>
      <p className="text-muted text-sm">
        {where !== '' && <Name>{where}</Name>}
        <WhoText number={number} of={of} isFirst={where === ''} />
      </p>
      {value?.is === 'question' && <QuestionBars result={value.result} />}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm empty:hidden print:hidden">
        {href !== null &&
          (moments !== null && isShare ? (
            <PeopleLink href={href} people={value.k} />
          ) : (
            <Opened href={href}>Open results</Opened>
          ))}
        {clips.length > 0 && of.play?.(clips)}
      </div>
    </div>
  );
}

interface PeopleLinkProps {
  href: string;
  people: number;
  /** Only the icon is visible where the count stands beside it. */
  isIcon?: boolean;
}

/** Opens the people of a number. */
export function PeopleLink({ href, people, isIcon = false }: PeopleLinkProps) {
  const look = isIcon
    ? 'size-7 px-0! text-accent!'
    : 'justify-self-start border-accent/40! bg-accent-soft! text-accent! hover:border-accent!';
  return (
    <LinkButton
      to={href}
      size="sm"
      variant={isIcon ? 'quiet' : 'secondary'}
      className={`${look} print:hidden`}
      icon={<Play aria-hidden className="size-4 fill-current" />}
    >
      <span className={isIcon ? 'sr-only' : ''}>{peopleCount(people)}</span>
    </LinkButton>
  );
}

interface WhoTextProps {
  number: ReportNumber;
  of: EvidenceContext;
  /** Nothing stands before it. */
  isFirst: boolean;
}

/** 'Revision 2; Outcome: left', where it is not everyone of the cover. On paper no text that people were searched by. */
function WhoText({ number, of, isFirst }: WhoTextProps) {
  const filter = readReportFilter(number.filter) ?? {};
  const [whole, nameless] = [filter, { ...filter, text: undefined }].map((part) => {
    const words = [revisionText(part.revision, of.cover.revision), filterText(part, of.choices)];
    return words.filter((word) => word !== null).join('; ');
  });
  if (whole === '') return null;
  const gap = isFirst ? '' : ' · ';
  return (
    <>
      <span className="print:hidden group-data-names/report:print:inline">
        {gap}
        {whole}
      </span>
      <span className="hidden print:inline group-data-names/report:print:hidden">
        {nameless !== '' && gap}
        {nameless}
      </span>
    </>
  );
}

function revisionText(revision: number | 'all' | undefined, ofCover: number | null): string | null {
  if (revision === ofCover) return null;
  return revision === 'all' || revision === undefined ? 'All revisions' : `Revision ${revision}`;
}

/** A link to a page of the team. On paper it is only text: its address may contain a name, and readers can't open it. */
function Opened({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <>
      <Link
        to={href}
        className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current print:hidden"
      >
        {children}
      </Link>
      <span className="hidden print:inline">{children}</span>
    </>
  );
}
