// Results of a question or a set: people by answer, means and scores with their intervals, texts in people's own words.
import { useQuery } from '@tanstack/react-query';
import type { TestId } from '#contract/ids.ts';
import { questionSets } from '#contract/question-sets.ts';
import type { QuestionResult } from '#contract/result-questions.ts';
import type { AnswerStep } from '#contract/steps.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';
import { panelTitle } from '#insight/question-words.ts';
import { AddToReport } from '#web/entities/finding/add-to-report.tsx';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { QuestionBars } from '#web/entities/results/question-bars.tsx';
import { NumberButton } from '#web/entities/results/result-table.tsx';
import { questionQuery } from '#web/entities/results/results.query.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { AnswerTexts } from './answer-texts.tsx';
import { TextsLeftOut } from './own-words.tsx';
import { ResultCard } from './result-card.tsx';

interface QuestionResultsProps {
  testId: TestId;
  question: AnswerStep;
}

export function QuestionResults({ testId, question }: QuestionResultsProps) {
  const { filter } = useResultFilter();
  const hasTexts = useViewing()?.withTexts !== false;
  const answers = useQuery(questionQuery(testId, filter, question.number));
  if (answers.isPending) {
    return (
      <div role="status" aria-label="Loading the answers">
        <Skeleton className="h-72 rounded-lg" />
      </div>
    );
  }
  if (answers.data === undefined) {
    return (
      <ErrorView title="The answers could not be loaded" onRetry={() => void answers.refetch()}>
        They are stored safely. Check your connection and try again.
      </ErrorView>
    );
  }
  const result = answers.data;
  if (result.visitors === 0) {
    return (
      <EmptyState
        illustration={<WaitingIllustration />}
        title="No one has come to this question yet"
      >
        Answers appear here as soon as a participant gives one.
      </EmptyState>
    );
  }
  return (
    <div aria-busy={answers.isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AnswersCard testId={testId} result={result} />
      {result.items && result.items.length > 1 && <ItemsCard result={result} />}
      {result.texts > 0 &&
        (hasTexts ? (
          <AnswerTexts key={question.number} testId={testId} step={question.number} />
        ) : (
          <TextsLeftOut
            title="In their own words"
            note={result.texts === 1 ? '1 text' : `${wholeText(result.texts)} texts`}
          />
        ))}
    </div>
  );
}

/** Opens the people behind an answer at the second in which they gave it. */
function useOpenAnswers({ question: { number: step } }: QuestionResult) {
  const { filter } = useResultFilter();
  const openMoments = useOpenMoments();
  // The page's answers to other questions go on to apply.
  const others = (filter.answer ?? []).filter((answer) => !answer.startsWith(`${step}:`));
  return (...words: string[]) => {
    const answer = [...others, ...words.map((word) => `${step}:${word}`)];
    openMoments({ query: { of: 'answered', step, answer } });
  };
}

interface AnswersCardProps {
  testId: TestId;
  result: QuestionResult;
}

function AnswersCard({ testId, result }: AnswersCardProps) {
  const { filter } = useResultFilter();
  const open = useOpenAnswers(result);
  const { question, visitors, answered } = result;
  const skipped = visitors - answered;
  return (
    <Card aria-labelledby="question" className="break-inside-avoid">
      <div className="flex items-start justify-between gap-3">
        <p className="grow text-muted text-sm tabular-nums">
          <NumberButton onClick={() => open('answered')}>
            {peopleCount(answered)} answered
          </NumberButton>
          {skipped > 0 && (
            <>
              {' · '}
              <NumberButton onClick={() => open('skipped')}>
                {wholeText(skipped)} left it out
              </NumberButton>
            </>
          )}
        </p>
        <AddToReport
          testId={testId}
          what={panelTitle(question)}
          evidence={numberEvidence({
            number: 'question',
            filter: { ...filter, step: question.number },
          })}
        />
      </div>
      <h2 id="question" dir="auto" className="mt-2 max-w-prose text-start text-xl">
        <Name>{panelTitle(question)}</Name>
      </h2>
      <QuestionBars result={result} onOpen={open} />
    </Card>
  );
}

/** People by answer for each item of a set. */
function ItemsCard({ result: { question, items } }: { result: QuestionResult }) {
  if (question.kind !== 'set' || !items) return null;
  const { items: texts, from, low, high } = questionSets[question.set];
  const values = items[0]?.map((_, at) => from + at) ?? [];
  return (
    <ResultCard
      id="items"
      title="Answers by item"
      note={`${from} ${low}, ${values.at(-1)} ${high}`}
    >
      <div className="overflow-x-auto">
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-line border-b text-muted">
              <th scope="col" className="py-1.5 pr-4 text-start font-medium">
                Item
              </th>
              {values.map((value) => (
                <th key={value} scope="col" className="px-2 py-1.5 text-end font-medium">
                  {value}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {texts.map((text, place) => (
              <tr key={text}>
                <th scope="row" className="min-w-48 py-2 pr-4 text-start font-normal">
                  {text}
                </th>
                {values.map((value, at) => (
                  <td key={value} className="px-2 py-2 text-end">
                    {items[place]?.[at] ?? 0}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ResultCard>
  );
}
