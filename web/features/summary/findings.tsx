// Findings about failures, at most five, each with a link to the videos.
import { useQuery } from '@tanstack/react-query';
import { Check, FilePlus2, Play } from 'lucide-react';
import type { Finding } from '#contract/findings.ts';
import type { TestId } from '#contract/ids.ts';
import type { FindingByRule } from '#contract/results.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { findingsQuery, useAddFinding } from '#web/entities/finding/finding.query.ts';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import { countText, peopleCount } from '#web/entities/results/number-words.ts';
import { type MomentsRequest, useOpenMoments } from '#web/entities/results/open-moments.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useSteadyList } from '#web/lib/steady-list.ts';
import { toast, toastFailure } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { ResultCard } from './result-card.tsx';

interface FindingsProps {
  testId: TestId;
  findings: readonly FindingByRule[];
  /** Key of the filter that they belong to; another filter has an order of its own. */
  view: string;
}

export function Findings({ testId, findings, view }: FindingsProps) {
  const { items, listeners } = useSteadyList(findings, { keyOf: findingKey, view });
  return (
    <ResultCard id="findings" title="Where it went wrong">
      {items.length === 0 ? (
        <p className="text-muted text-sm">No problem stands out yet.</p>
      ) : (
        <ul {...listeners} className="divide-y divide-line">
          {items.map((finding) => (
            <FindingRow key={findingKey(finding)} testId={testId} finding={finding} />
          ))}
        </ul>
      )}
    </ResultCard>
  );
}

interface FindingRowProps {
  testId: TestId;
  finding: FindingByRule;
}

function FindingRow({ testId, finding }: FindingRowProps) {
  const openMoments = useOpenMoments();
  const words = findingWords(finding);
  const { sentence, note, query, title, subtitle, number } = words;
  return (
    <li className="flex break-inside-avoid items-center gap-4 py-3 first:pt-0 last:pb-0 max-sm:flex-wrap">
      <FindingPicture finding={finding} />
      <div className="min-w-0 grow basis-40">
        <p>
          {sentence.map(({ text, isStrong, part }) =>
            isStrong ? (
              <b key={part} className="font-semibold">
                <Name>{text}</Name>
              </b>
            ) : (
              text
            ),
          )}
        </p>
        {note && <p className="text-muted text-sm tabular-nums">{note}</p>}
      </div>
      <Button
        size="sm"
        variant="secondary"
        icon={<Play aria-hidden className="size-4 fill-current" />}
        className="border-accent/40! bg-accent-soft! text-accent! hover:border-accent! print:hidden"
        aria-label={`Play ${peopleCount(finding.people)}`}
        onClick={() => openMoments({ query, title, subtitle, number }, { plays: true })}
      >
        {peopleCount(finding.people)}
      </Button>
      <AddNumberToReport testId={testId} words={words} />
    </li>
  );
}

/** The screen, with a mark at the place. */
function FindingPicture({ finding }: { finding: FindingByRule }) {
  const { image } = finding.screen;
  const at = finding.kind === 'nothing_reacts' ? finding.at : null;
  return (
    <span className="relative shrink-0">
      <Thumbnail src={image?.url ?? null} className="h-12 w-16">
        <ScreenNumber screen={finding.screen} />
      </Thumbnail>
      {image && at && <PlaceMark image={image} at={at} />}
    </span>
  );
}

function ScreenNumber({ screen }: { screen: NamedScreen }) {
  return (
    <span className="grid size-full place-items-center rounded-md border border-line bg-sunken text-muted text-sm tabular-nums">
      {screen.number}
    </span>
  );
}

interface PlaceMarkProps {
  image: NonNullable<NamedScreen['image']>;
  at: { x: number; y: number };
}

/** Thumbnails show an image from its top, as wide as they are: 4 to 3. */
function PlaceMark({ image, at }: PlaceMarkProps) {
  // The part of the image that is shown.
  const scale = Math.max(64 / image.width, 48 / image.height);
  const left = at.x * scale - (image.width * scale - 64) / 2;
  const top = at.y * scale;
  if (left < 0 || left > 64 || top < 0 || top > 48) return null;
  return (
    <span
      aria-hidden
      className="-translate-1/2 absolute size-3 rounded-full border-2 border-white bg-heat-3 ring-1 ring-black/40"
      style={{ left, top }}
    />
  );
}

interface AddNumberToReportProps {
  testId: TestId;
  words: FindingWords;
}

/** Adds a line of 'Where it went wrong' to the report, with its number, filter and definition as evidence. */
function AddNumberToReport({ testId, words }: AddNumberToReportProps) {
  const { filter } = useResultFilter();
  const mayChange = useMayChange();
  const findings = useQuery({ ...findingsQuery(testId), enabled: mayChange });
  const adding = useAddFinding(testId);
  if (!mayChange) return null;
  const { sentence, title, subtitle, query, number } = words;
  const evidence = numberEvidence({ number, filter, query, title, subtitle });
  const isInReport = (findings.data ?? []).some((one) => isSameNumber(one, evidence.number));
  const add = () =>
    adding.mutate(
      {
        sentence: sentence.map(({ text }) => text).join(''),
        isByRule: true,
        evidence: [evidence],
      },
      {
        onSuccess: () => toast.success('Added to report'),
        onError: toastFailure('The finding could not be added. Please try again.'),
      },
    );
  const Icon = isInReport ? Check : FilePlus2;
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<Icon aria-hidden className="size-4" />}
      busy={adding.isPending}
      disabled={isInReport}
      className="print:hidden"
      onClick={add}
    >
      {isInReport ? 'In report' : 'Add to report'}
    </Button>
  );
}

/**
 * Returns whether a finding in the report has the same number and place. A filter without a revision means the stored
 * one.
 */
function isSameNumber(
  { isByRule, evidence: [first] }: Finding,
  candidate: NumberEvidence,
): boolean {
  if (!isByRule || first?.kind !== 'number') return false;
  const { number } = first;
  if (number.number !== candidate.number || number.moments !== candidate.moments) return false;
  const [stored, current] = [number.filter, candidate.filter].map(
    (text) => new URLSearchParams(text),
  );
  if (!current?.has('revision')) stored?.delete('revision');
  stored?.sort();
  current?.sort();
  return String(stored) === String(current);
}

type NumberEvidence = ReturnType<typeof numberEvidence>['number'];

// Findings as sentences, with the moments behind each.

interface FindingWords extends MomentsRequest {
  number: FindingByRule['kind'];
  /** Parts of it in bold: names of screens and places. */
  sentence: { part: string; text: string; isStrong: boolean }[];
  note: string;
}

/** Key of a finding, which is stable while its numbers change. */
function findingKey(finding: FindingByRule): string {
  const { kind, screen } = finding;
  return `${kind} ${screen.number} ${finding.kind === 'nothing_reacts' ? finding.place : ''}`;
}

/** '14 of 21 on **All plants** pressed **Snake plant**; nothing reacts.' */
function findingWords(finding: FindingByRule): FindingWords {
  const { screen, people, of } = finding;
  const counted = strong('count', countText({ k: people, n: of }));
  const at = screen.number;
  switch (finding.kind) {
    case 'ended_here':
      return {
        sentence: [
          counted,
          plain(' who did not make it ended on '),
          strong('screen', screen.name),
          plain('.'),
        ],
        note: finding.thoughtDone > 0 ? `${finding.thoughtDone} of them said they had done it` : '',
        query: { of: 'ended_here', at },
        number: finding.kind,
        title: `${peopleCount(people)} ended on ${screen.name}`,
        subtitle: 'without the goal',
      };
    case 'nothing_reacts': {
      const place = finding.layer ?? 'a place without a name';
      return {
        sentence: [
          counted,
          plain(' on '),
          strong('screen', screen.name),
          plain(' pressed '),
          { part: 'place', text: place, isStrong: finding.layer !== null },
          plain('; nothing reacts.'),
        ],
        note: finding.presses === 1 ? '1 press' : `${finding.presses} presses`,
        query: { of: 'clicked', at, layer: 'missed', place: finding.place },
        number: finding.kind,
        title: `${peopleCount(people)} pressed ${place}`,
        subtitle: `${screen.name} · nothing reacts · ${finding.presses} presses`,
      };
    }
    case 'came_back':
      return {
        sentence: [
          counted,
          plain(' came back to '),
          strong('screen', screen.name),
          plain(' after leaving it.'),
        ],
        note: finding.mostTimes > 1 ? `up to ${finding.mostTimes} times` : '',
        query: { of: 'came_back', at },
        number: finding.kind,
        title: `${peopleCount(people)} came back to ${screen.name}`,
      };
  }
}

const strong = (part: string, text: string) => ({ part, text, isStrong: true });
const plain = (text: string) => ({ part: text, text, isStrong: false });
