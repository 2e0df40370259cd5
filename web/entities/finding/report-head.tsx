// The beginning of a report: what was asked, and who took part.
import type { Report } from '#contract/findings.ts';
import { Name } from '#web/ui/name.tsx';
import { partText } from './report-text.ts';

interface ReportHeadProps {
  report: Report;
  /** The page around it says the test's name. */
  isNamed?: boolean;
}

export function ReportHead({ report, isNamed = false }: ReportHeadProps) {
  const { testName, company, revisions } = report;
  return (
    <header className="grid gap-5">
      {!isNamed && (
        <div>
          <p className="text-muted text-sm">
            <Name>{company}</Name>
          </p>
          <h2 className="text-2xl sm:text-3xl">
            <Name>{testName}</Name>
          </h2>
        </div>
      )}
      <section aria-labelledby="asked" className="grid gap-3">
        <h3 id="asked" className="text-lg">
          {revisions.length === 1
            ? 'What was asked, and who took part'
            : 'What was asked, and who took part in which revision'}
        </h3>
        {revisions.map((revision) => (
          <div key={revision.createdAt} className="break-inside-avoid">
            <p className="font-medium text-sm tabular-nums">{partText(revision)}</p>
            <blockquote
              dir="auto"
              className="mt-1 whitespace-pre-line border-line-strong border-l-2 pl-4"
            >
              {revision.task}
            </blockquote>
            {revision.prototypeUrl && (
              <p className="mt-1 break-all text-muted text-xs">{revision.prototypeUrl}</p>
            )}
          </div>
        ))}
      </section>
    </header>
  );
}
