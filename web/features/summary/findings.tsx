// Findings about failures with links to the videos: at most five beyond chance, and others that may be chance.
import { ChevronDown, Play } from 'lucide-react';
import type { TestId } from '#contract/ids.ts';
import type { FindingByRule, ResultSummary } from '#contract/results.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { AddToReport } from '#web/entities/finding/add-to-report.tsx';
import {
  type FindingWords,
  findingKey,
  findingWords,
  reportSentence,
} from '#web/entities/finding/finding-words.ts';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useSteadyList } from '#web/lib/steady-list.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { ResultCard } from './result-card.tsx';

interface FindingsProps extends Pick<ResultSummary, 'findings' | 'mayBeChance'> {
  testId: TestId;
  /** Key of the filter that they belong to; another filter has an order of its own. */
  view: string;
}

export function Findings({ testId, findings, mayBeChance, view }: FindingsProps) {
  const { filter, setFilter } = useResultFilter();
  const { items, listeners } = useSteadyList(findings, { keyOf: findingKey, view });
  const perhaps = useSteadyList(mayBeChance, { keyOf: findingKey, view });
  if (filter.outcome) {
    return (
      <ResultCard id="findings" title="Where it went wrong" isOpenFirst>
        <p className="text-muted text-sm">
          Findings compare people of all outcomes.{' '}
          <button
            type="button"
            className="rounded-sm text-accent underline underline-offset-4 print:hidden"
            onClick={() => setFilter({ outcome: undefined })}
          >
            Clear the outcome filter
          </button>
        </p>
      </ResultCard>
    );
  }
  return (
    <ResultCard id="findings" title="Where it went wrong" isOpenFirst>
      {items.length === 0 ? (
        <p className="text-muted text-sm">No problem stands out yet.</p>
      ) : (
        <ul {...listeners} className="divide-y divide-line">
          {items.map((finding) => (
            <FindingRow key={findingKey(finding)} testId={testId} finding={finding} />
          ))}
        </ul>
      )}
      {perhaps.items.length > 0 && (
        <details className="group mt-3 border-line border-t pt-3 text-sm" {...perhaps.listeners}>
          <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm font-medium text-muted hover:text-text">
            <ChevronDown
              aria-hidden
              className="size-4 transition-transform group-open:rotate-180"
            />
            <span className="tabular-nums">Could be coincidence ({perhaps.items.length})</span>
          </summary>
          <ul className="mt-1 divide-y divide-line">
            {perhaps.items.map((finding) => (
              <SmallRow key={findingKey(finding)} finding={finding} />
            ))}
          </ul>
        </details>
      )}
      {items.length > 0 && <p className="mt-2 text-muted text-xs">{FALSE_ALARMS}</p>}
    </ResultCard>
  );
}

/** The measured rate (docs/metrics.md). */
const FALSE_ALARMS = 'Even a flawless design shows a finding in 1 of 17 tests.';

/** A finding that may be chance, without a picture. */
function SmallRow({ finding }: { finding: FindingByRule }) {
  const openMoments = useOpenMoments();
  const { sentence, note, query, number } = findingWords(finding);
  return (
    <li className="flex min-h-control-sm break-inside-avoid items-center gap-3 py-1.5">
      <p className="min-w-0 grow">
        <Sentence parts={sentence} />
        {note && <span className="text-muted tabular-nums"> {note}</span>}
      </p>
      <IconButton
        label={`Play the people: ${sentence.map(({ text }) => text).join('')}`}
        title="Play the people"
        icon={<Play aria-hidden className="size-4" />}
        className="print:hidden"
        onClick={() => openMoments({ query, number }, { plays: true })}
      />
    </li>
  );
}

/** Names of screens and places are bold. */
function Sentence({ parts }: { parts: FindingWords['sentence'] }) {
  return parts.map(({ text, isStrong, part }) =>
    isStrong ? (
      <b key={part} className="font-semibold">
        <Name>{text}</Name>
      </b>
    ) : (
      text
    ),
  );
}

interface FindingRowProps {
  testId: TestId;
  finding: FindingByRule;
}

function FindingRow({ testId, finding }: FindingRowProps) {
  const openMoments = useOpenMoments();
  const { filter } = useResultFilter();
  const words = findingWords(finding);
  const { sentence, note, query, number } = words;
  return (
    <li className="flex break-inside-avoid items-center gap-4 py-3 first:pt-0 last:pb-0 max-sm:flex-wrap">
      <FindingPicture finding={finding} />
      <div className="min-w-0 grow basis-40">
        <p>
          <Sentence parts={sentence} />
        </p>
        {note && <p className="text-muted text-sm tabular-nums">{note}</p>}
      </div>
      <Button
        size="sm"
        variant="secondary"
        icon={<Play aria-hidden className="size-4 fill-current" />}
        className="border-accent/40! bg-accent-soft! text-accent! hover:border-accent! print:hidden"
        aria-label={`Play ${peopleCount(finding.people)}`}
        onClick={() => openMoments({ query, number }, { plays: true })}
      >
        {peopleCount(finding.people)}
      </Button>
      <AddToReport
        testId={testId}
        isQuiet
        what={sentence.map(({ text }) => text).join('')}
        sentence={reportSentence(words)}
        isByRule
        evidence={numberEvidence({ number, filter, query })}
      />
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
