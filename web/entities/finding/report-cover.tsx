// The cover of a report: its title, verdict and summary, the headline number with what became of everyone, and what to
// do next.
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Report, ReportCover } from '#contract/findings.ts';
import { outcomeWords } from '#contract/outcome-words.ts';
import type { ReportStory, Verdict } from '#contract/report-story.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { leftOutText } from '#web/entities/results/base-words.ts';
import { OutcomeSwatch } from '#web/entities/results/outcome-badge.tsx';
import { formatDate } from '#web/lib/format-time.ts';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { CoverQuestions, CoverTasks, Measure, OutcomeBar, type PlayCover } from './cover-steps.tsx';
import { authorsOf, countedOutcomes, coverText, easeText, timeText } from './cover-text.ts';
import { FootnoteMark, kindsOf } from './footnotes.tsx';
import { unbroken } from './number-text.ts';
import { verdictText } from './verdict-text.ts';
import './report.css';

interface ReportCoverProps {
  report: Report;
  /** Level of the title: h1 where no heading of the page is above it. */
  heading: 'h1' | 'h2';
  /** Actions of the author, beside the title. */
  actions?: ReactNode;
  play?: PlayCover | undefined;
}

export function ReportCoverCard({ report, heading: Heading, actions, play }: ReportCoverProps) {
  const { cover, story, testName, company, revisions } = report;
  const [newest] = revisions;
  const SubHeading = Heading === 'h1' ? 'h2' : 'h3';
  return (
    <Card className="report-page print:border-0 print:p-0">
      <p className="text-muted text-sm">
        Usability test · <Name>{company}</Name>
        {story.title !== '' && (
          <>
            {' · '}
            <Name>{testName}</Name>
          </>
        )}
        {' · '}
        <time dateTime={cover.at}>{formatDate(cover.at)}</time>
        {authorsOf(report).map((name) => (
          <span key={name}>
            {' · '}
            <Name>{name}</Name>
          </span>
        ))}
      </p>
      <div className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-2">
        <Heading className="min-w-0 grow basis-80 text-2xl [overflow-wrap:anywhere] sm:text-3xl">
          <Name>{story.title || testName}</Name>
        </Heading>
        {actions}
      </div>
      {newest && cover.tasks.length === 0 && (
        <p className="mt-2 line-clamp-4 max-w-[70ch] print:line-clamp-none">
          <span className="text-muted">The task:</span> ‘<Name>{newest.task}</Name>’
        </p>
      )}
      {story.verdict && <VerdictPanel verdict={story.verdict} cover={cover} />}
      <div
        className={`mt-5 grid gap-x-10 gap-y-4 ${cover.tasks.length === 0 ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)] print:grid-cols-[minmax(0,1fr)_minmax(0,15rem)]' : ''}`}
      >
        <section aria-labelledby="report-summary" className="min-w-0">
          <SubHeading id="report-summary" className="text-lg">
            Summary
          </SubHeading>
          <StoryParagraphs text={story.summary.text} />
        </section>
        {cover.tasks.length === 0 && <Headline report={report} play={play} />}
      </div>
      <CoverTasks report={report} heading={SubHeading} play={play} />
      {cover.tasks.length === 0 && <CoverOutcomes cover={cover} play={play} />}
      <CoverQuestions report={report} heading={SubHeading} />
      <NextSteps story={story} heading={SubHeading} />
    </Card>
  );
}

const looks = {
  reached: { icon: CircleCheck, look: 'bg-success-soft text-success' },
  missed: { icon: CircleX, look: 'bg-danger-soft text-danger' },
  undecided: { icon: CircleDashed, look: 'bg-warning-soft text-warning' },
};

function VerdictPanel({ verdict, cover }: { verdict: Verdict; cover: ReportCover }) {
  const { icon: Icon, look } = looks[verdict.state];
  const { title, text } = verdictText(verdict, cover);
  return (
    <section
      aria-label="Verdict"
      className={`mt-4 flex gap-3 rounded-lg px-4 py-3 print:border print:border-current ${look}`}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold text-lg">{unbroken(title)}</p>
        <p className="text-text">{unbroken(text)}</p>
      </div>
    </section>
  );
}

/** A text as its author broke it into lines. */
function StoryParagraphs({ text }: { text: string }) {
  return (
    <p dir="auto" className="mt-1 max-w-[70ch] whitespace-pre-line [overflow-wrap:anywhere]">
      {text}
    </p>
  );
}

function NextSteps({ story, heading: Heading }: { story: ReportStory; heading: 'h2' | 'h3' }) {
  const { text } = story.nextSteps;
  if (text === '') return null;
  return (
    <section aria-labelledby="next-steps" className="report-page mt-5 break-inside-avoid">
      <Heading id="next-steps" className="text-lg">
        Next steps
      </Heading>
      <StoryParagraphs text={text} />
    </section>
  );
}

/** The headline number of a test with one task, and below it times and ease. */
function Headline({ report, play }: Pick<ReportCoverProps, 'report' | 'play'>) {
  const { cover } = report;
  const { number, verb, goal, share } = coverText(cover);
  const kinds = kindsOf(report);
  return (
    <div className="grid content-start gap-3 tabular-nums">
      <p>
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
            {cover.success && <FootnoteMark kind="success" kinds={kinds} />}
          </span>
        )}
      </p>
      {cover.success && play?.({})}
      <div className="grid gap-1 text-muted text-sm">
        <Measure text={timeText(cover)} kind="time_to_goal" kinds={kinds} />
        <Measure text={easeText(cover)} kind="ease" kinds={kinds} />
      </div>
    </div>
  );
}

/** Outcomes of everyone who is counted as a bar, with a legend that explains each. */
function CoverOutcomes({ cover, play }: { cover: ReportCover } & Pick<ReportCoverProps, 'play'>) {
  const { counted, n } = countedOutcomes(cover);
  if (n === 0) return null;
  return (
    <>
      <OutcomeBar of={cover} className="mt-5 h-4" />
      <ul
        aria-label="Outcomes"
        className="report-outcomes mt-3 grid gap-x-6 gap-y-1.5 text-sm tabular-nums sm:grid-cols-2 print:grid-cols-2"
      >
        {counted.map(({ outcome, people }) => (
          <li key={outcome} className="flex flex-wrap gap-2">
            <OutcomeSwatch outcome={outcome} className="mt-1 size-3" />
            <span className="min-w-0 grow basis-40">
              <b className="font-semibold">
                {wholeText(people)} {outcomeWords[outcome].label.toLowerCase()}
              </b>
              <span className="block text-muted">{outcomeWords[outcome].meaning}</span>
            </span>
            {play?.({ outcome })}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted text-sm empty:hidden">{leftOutText(cover.outcomes)}</p>
    </>
  );
}
