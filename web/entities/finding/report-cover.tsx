// The cover of a report: who asked what, the headline number with its interval and n, and what became of everyone.
import type { ReactNode } from 'react';
import type { Report, ReportCover } from '#contract/findings.ts';
import { outcomeWords } from '#contract/outcome-words.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { countText } from '#web/entities/results/number-words.ts';
import { OutcomeSwatch } from '#web/entities/results/outcome-badge.tsx';
import { formatDate } from '#web/lib/format-time.ts';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { authorsOf, countedOutcomes, coverEase, coverText, coverTime } from './cover-text.ts';
import { definitionsOf, FootnoteMark } from './footnotes.tsx';

interface ReportCoverProps {
  report: Report;
  /** Level of the title: h1 where no heading of the page is above it. */
  heading: 'h1' | 'h2';
}

export function ReportCoverCard({ report, heading: Heading }: ReportCoverProps) {
  const { cover, testName, company, revisions } = report;
  const { number, verb, goal, share } = coverText(cover);
  const definitions = definitionsOf(report);
  const [newest] = revisions;
  return (
    <Card className="break-inside-avoid print:border-0 print:p-0">
      <p className="text-muted text-sm">
        Usability test · <Name>{company}</Name> ·{' '}
        <time dateTime={cover.at}>{formatDate(cover.at)}</time>
        {authorsOf(report).map((name) => (
          <span key={name}>
            {' · '}
            <Name>{name}</Name>
          </span>
        ))}
      </p>
      <Heading className="mt-1 text-2xl [overflow-wrap:anywhere] sm:text-3xl">
        <Name>{testName}</Name>
      </Heading>
      <div className="mt-4 grid gap-x-10 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] md:items-end">
        <p className="tabular-nums">
          <b className="block font-bold text-4xl">{number}</b>
          {verb !== '' && (
            <span className="text-lg text-muted">
              {verb}
              {goal.map((name, at) => (
                <span key={name}>
                  {at > 0 && ' or'}{' '}
                  <b className="font-semibold text-text">
                    <Name>{name}</Name>
                  </b>
                </span>
              ))}
              {share !== null && <>: {unbroken(share)}</>}
              {cover.success && (
                <FootnoteMark definition={cover.definitions.success} definitions={definitions} />
              )}
            </span>
          )}
        </p>
        <div className="grid gap-1 text-muted text-sm tabular-nums">
          <Measure text={coverTime(cover)}>
            <FootnoteMark definition={cover.definitions.timeToGoal} definitions={definitions} />
          </Measure>
          <Measure text={coverEase(cover)}>
            <FootnoteMark definition={cover.definitions.ease} definitions={definitions} />
          </Measure>
          {newest && (
            <p className="line-clamp-4 print:line-clamp-none">
              The task: ‘<Name>{newest.task}</Name>’
            </p>
          )}
        </div>
      </div>
      <CoverOutcomes cover={cover} />
    </Card>
  );
}

/** Keeps '48–73 %' and '32–42 s' on one line. */
function unbroken(text: string): string {
  return text.replaceAll('–', '–\u2060').replaceAll(/ (?=%|s\b)/g, '\u00a0');
}

function Measure({ text, children }: { text: string | null; children: ReactNode }) {
  if (text === null) return null;
  return (
    <p>
      {unbroken(text)}
      {children}
    </p>
  );
}

/** Outcomes of everyone who is counted as a bar with a legend. */
function CoverOutcomes({ cover }: { cover: ReportCover }) {
  const { counted, n } = countedOutcomes(cover);
  if (n === 0) return null;
  return (
    <>
      <div aria-hidden className="mt-5 flex h-4 gap-0.5">
        {counted.map(({ outcome, people }) => (
          <span
            key={outcome}
            data-outcome={outcome}
            title={`${outcomeWords[outcome].label}: ${countText({ k: people, n })}`}
            style={{ flexGrow: people }}
            className="outcome-fill min-w-2 basis-0 rounded-sm"
          />
        ))}
      </div>
      <ul
        aria-label="Outcomes"
        className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums"
      >
        {counted.map(({ outcome, people }) => (
          <li
            key={outcome}
            title={outcomeWords[outcome].meaning}
            className="flex items-center gap-2"
          >
            <OutcomeSwatch outcome={outcome} />
            {outcomeWords[outcome].label}
            <b className="font-semibold">{wholeText(people)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
