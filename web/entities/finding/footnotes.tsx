// Definitions of a report's numbers as footnotes: each definition once, in the order of the numbers that refer to it.
import type { Report } from '#contract/findings.ts';
import { outcomeWords } from '#contract/outcome-words.ts';
import type { Outcome } from '#contract/outcomes.ts';

/** Returns the definitions of a report's numbers, the cover's first. */
export function definitionsOf({ cover, findings }: Pick<Report, 'cover' | 'findings'>): string[] {
  const { success, timeToGoal, ease, definitions } = cover;
  const ofFindings = findings.flatMap(({ evidence }) =>
    evidence.flatMap((each) => (each.kind === 'number' ? [each.number.definition] : [])),
  );
  return [
    ...new Set([
      ...(success === null ? [] : [definitions.success]),
      ...(timeToGoal === null || timeToGoal.value === null ? [] : [definitions.timeToGoal]),
      ...(ease.value === null ? [] : [definitions.ease]),
      ...ofFindings,
    ]),
  ];
}

const FOOTNOTE_ID = 'footnote-';

interface FootnoteMarkProps {
  definition: string;
  /** All definitions of the report. */
  definitions: readonly string[];
}

/** The raised number that leads to the definition. */
export function FootnoteMark({ definition, definitions }: FootnoteMarkProps) {
  const number = definitions.indexOf(definition) + 1;
  if (number === 0) return null;
  return (
    <sup className="ml-0.5 text-xs">
      <a
        href={`#${FOOTNOTE_ID}${number}`}
        aria-label={`Definition ${number}`}
        title={definition}
        className="rounded-sm text-accent hover:underline print:text-text"
        onClick={(event) => {
          // The page's address holds its tab and filter, so the hash is not added.
          event.preventDefault();
          document.getElementById(`${FOOTNOTE_ID}${number}`)?.focus();
        }}
      >
        {number}
      </a>
    </sup>
  );
}

/** Meaning of the intervals for readers who have never seen one. */
const INTERVALS =
  'A 95 % interval is where the value of everyone like these people most likely is: it holds the true value in about 95 of 100 such tests. Fewer people make it wider.';

interface FootnotesProps {
  definitions: readonly string[];
  /** Outcomes of the cover, whose words are explained. */
  outcomes: readonly Outcome[];
  /** `h2` where the cover has the page’s h1. */
  heading?: 'h2' | 'h3';
}

export function Footnotes({ definitions, outcomes, heading: Heading = 'h3' }: FootnotesProps) {
  if (definitions.length === 0) return null;
  return (
    <section aria-labelledby="definitions" className="text-muted text-sm print:mt-6">
      <Heading id="definitions" className="text-base text-text">
        How the numbers are computed
      </Heading>
      <ol className="mt-2 grid list-decimal gap-1 pl-5">
        {definitions.map((definition, at) => (
          <li
            key={definition}
            id={`${FOOTNOTE_ID}${at + 1}`}
            tabIndex={-1}
            className="break-inside-avoid rounded-sm"
          >
            {definition}
          </li>
        ))}
      </ol>
      <p className="mt-2 break-inside-avoid">{INTERVALS}</p>
      {outcomes.length > 0 && (
        <dl className="mt-2 grid gap-1">
          {outcomes.map((outcome) => (
            <div key={outcome} className="break-inside-avoid">
              <dt className="inline font-semibold">{outcomeWords[outcome].label}:</dt>{' '}
              <dd className="inline">{outcomeWords[outcome].meaning}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
