// Answers after the task: how easy it was, whether people completed it, and what would have helped.
import type { TestId } from '#contract/ids.ts';
import type { ResultSummary } from '#contract/results.ts';
import { SHARE_FROM } from '#insight/numbers/share.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { AddToReport } from '#web/entities/finding/add-to-report.tsx';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { OutcomeBadge } from '#web/entities/results/outcome-badge.tsx';
import { NumberButton } from '#web/entities/results/result-table.tsx';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { ValueBars } from '#web/entities/results/value-bars.tsx';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { useSteadyList } from '#web/lib/steady-list.ts';
import { Name } from '#web/ui/name.tsx';
import { PossiblyPersonal, TextsLeftOut } from './own-words.tsx';
import { ResultCard } from './result-card.tsx';

type Answers = Pick<ResultSummary, 'ease' | 'didIt' | 'asks'>;

export function EaseCard({ testId, ease, didIt, asks }: Answers & { testId: TestId }) {
  const { counts, average } = ease;
  const { filter } = useResultFilter();
  const answered = average.n;
  const answeredDidIt = didIt.yes + didIt.no;
  return (
    <ResultCard
      id="ease"
      title="How easy was it?"
      note={answered > 0 && <EaseAverage average={average} outside={ease.outside} />}
      action={
        answered > 0 && (
          <AddToReport
            testId={testId}
            look="icon"
            what="How easy was it?"
            evidence={numberEvidence({ number: 'ease', filter })}
          />
        )
      }
    >
      {answered > 0 && <EaseBars counts={counts} />}
      {answered === 0 && (
        <p className="text-muted text-sm">
          {asks.includes('ease') ? 'No answers yet.' : 'This test doesn’t ask this question.'}
        </p>
      )}
      {(answeredDidIt > 0 || asks.includes('did_it')) && <DidIt didIt={didIt} />}
    </ResultCard>
  );
}

function EaseAverage({
  average: { n, value, low, high },
  outside,
}: Pick<ResultSummary['ease'], 'average' | 'outside'>) {
  const answered = `${n} answered${outsideText(outside)}`;
  if (value === null || n < SHARE_FROM) return answered;
  const interval =
    low === null || high === null ? '' : `, 95 % interval ${low.toFixed(1)}–${high.toFixed(1)}`;
  return (
    <>
      <b className="font-semibold text-text">mean {value.toFixed(1)}</b>
      {interval}, {answered}
    </>
  );
}

/** People who answered but are not counted in n: they never began, or were not measurable. */
function outsideText(outside: number): string {
  return outside === 0 ? '' : ` (${outside} of them not counted in the results)`;
}

/** The upper part of the scale is dark: easy. */
const EASY_FROM = 5;

function EaseBars({ counts }: { counts: readonly number[] }) {
  const openMoments = useOpenMoments();
  return (
    <ValueBars
      caption="How easy was it?"
      of={7}
      ends={['very difficult', 'very easy']}
      values={counts.map((people, at) => ({
        label: String(at + 1),
        people,
        isDark: at + 1 >= EASY_FROM,
      }))}
      onOpen={(at) => openMoments({ query: { of: 'answered', ease: at + 1 } })}
    />
  );
}

function DidIt({ didIt: { yes, no, outside } }: Pick<ResultSummary, 'didIt'>) {
  const openMoments = useOpenMoments();
  const open = (answer: 'did_it' | 'did_not') =>
    openMoments({ query: { of: 'answered', answer: [answer] } });
  return (
    <p className="mt-4 border-line border-t pt-4 text-sm tabular-nums">
      Did you do what was asked?{' '}
      <NumberButton onClick={() => open('did_it')}>
        <b className="font-semibold">{yes}</b> yes
      </NumberButton>
      {' · '}
      <NumberButton onClick={() => open('did_not')}>
        <b className="font-semibold">{no}</b> no
      </NumberButton>
      {outsideText(outside)}
    </p>
  );
}

interface CommentsProps extends Pick<ResultSummary, 'comments' | 'helped'> {
  view: string;
}

/** Maximum length of the search text that a filter accepts. */
const FOUND_BY_CHARACTERS = 200;

export function Comments({ comments, helped, view }: CommentsProps) {
  const openMoments = useOpenMoments();
  const { items, listeners } = useSteadyList(comments, {
    keyOf: ({ sessionId }) => sessionId,
    view,
  });
  const hasTexts = useViewing()?.withTexts !== false;
  if (items.length === 0) return null;
  if (!hasTexts) return <TextsLeftOut title="What would have helped" note={peopleCount(helped)} />;
  return (
    <ResultCard
      id="helped"
      title="What would have helped"
      note={helped > items.length ? `the newest ${items.length} of ${helped}` : peopleCount(helped)}
    >
      <PossiblyPersonal />
      <ul {...listeners} className="max-h-96 divide-y divide-line overflow-y-auto print:max-h-none">
        {items.map(({ sessionId, participantName, text, outcome }) => (
          <li key={sessionId} className="grid break-inside-avoid gap-1 py-3 first:pt-0 last:pb-0">
            <p dir="auto" className="whitespace-pre-line text-start">
              {text}
            </p>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
              <NumberButton
                onClick={() =>
                  openMoments({
                    query: { of: 'answered', text: text.slice(0, FOUND_BY_CHARACTERS) },
                  })
                }
              >
                <Name>{participantName}</Name>
              </NumberButton>
              <OutcomeBadge outcome={outcome} />
            </div>
          </li>
        ))}
      </ul>
    </ResultCard>
  );
}
