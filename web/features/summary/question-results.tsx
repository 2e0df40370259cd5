// Results of a question or a set: people by answer, means and scores with their intervals, texts in people's own words.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { questionSets } from '#contract/question-sets.ts';
import type { QuestionResult } from '#contract/result-questions.ts';
import type { AnswerStep } from '#contract/steps.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';
import { panelTitle } from '#insight/question-words.ts';
import {
  countText,
  shareInterval,
  shareText,
  shareWithInterval,
} from '#web/entities/results/number-words.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import {
  isScore,
  meanInterval,
  meanText,
  netPromoterInterval,
  signedText,
} from '#web/entities/results/question-words.ts';
import { questionQuery, textsQuery } from '#web/entities/results/results.query.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Card, LoadMore } from '#web/ui/surfaces.tsx';
import { NumberButton, ResultCard, ResultTable } from './result-card.tsx';
import { ValueBars } from './value-bars.tsx';

interface QuestionResultsProps {
  testId: TestId;
  question: AnswerStep;
}

export function QuestionResults({ testId, question }: QuestionResultsProps) {
  const { filter } = useResultFilter();
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
      <AnswersCard result={result} />
      {result.items && result.items.length > 1 && <ItemsCard result={result} />}
      {result.texts > 0 && <TextsCard testId={testId} result={result} />}
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

function AnswersCard({ result }: { result: QuestionResult }) {
  const open = useOpenAnswers(result);
  const { question, visitors, answered, options, values } = result;
  const skipped = visitors - answered;
  return (
    <Card aria-labelledby="question" className="break-inside-avoid">
      <p className="text-muted text-sm tabular-nums">
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
      <h2 id="question" dir="auto" className="mt-2 max-w-prose text-start text-xl">
        <Name>{panelTitle(question)}</Name>
      </h2>
      <Figure result={result} />
      {options && answered > 0 && <OptionBars options={options} onOpen={open} />}
      {values && answered > 0 && (
        <div className="mt-5">
          <ValueBars
            caption={panelTitle(question)}
            of={highestOf(question)}
            ends={endsOf(question)}
            values={values.map(({ from, to, people }) => ({
              label: from === to ? numberText(from) : `${numberText(from)}–${numberText(to)}`,
              people,
              isDark: isHigh(result, from),
            }))}
            onOpen={(at) => {
              const value = values[at];
              if (value) open(`${value.from}..${value.to}`);
            }}
          />
        </div>
      )}
      {result.netPromoter && answered > 0 && <Promoters result={result} onOpen={open} />}
    </Card>
  );
}

function numberText(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 2 });
}

function endsOf(question: QuestionResult['question']): [string, string] {
  if (question.kind === 'set') {
    const { low, high } = questionSets[question.set];
    return [low, high];
  }
  if (question.kind === 'question' && question.form.type === 'scale') {
    return [question.form.low, question.form.high];
  }
  return ['', ''];
}

function highestOf(question: QuestionResult['question']): number | undefined {
  if (question.kind === 'set') return questionSets[question.set].to;
  return question.kind === 'question' && question.form.type === 'scale'
    ? question.form.points
    : undefined;
}

/** The upper part of a scale is dark; promoters of a Net Promoter Score. */
function isHigh({ question }: QuestionResult, value: number): boolean {
  if (question.kind === 'set') {
    const { from, to } = questionSets[question.set];
    return question.set === 'nps' ? value >= 9 : value > (from + to) / 2;
  }
  if (question.kind !== 'question' || question.form.type !== 'scale') return true;
  return value > (1 + question.form.points) / 2;
}

/** The mean or the score in large letters, with its interval and its published rank. */
function Figure({ result }: { result: QuestionResult }) {
  const { average, netPromoter, rank, predictedSus } = result;
  if (netPromoter && netPromoter.score !== null && netPromoter.n >= 5) {
    return (
      <Large
        value={signedText(netPromoter.score)}
        unit="Net Promoter Score"
        notes={[netPromoterInterval(netPromoter), 'from −100 to +100']}
      />
    );
  }
  if (!average) return null;
  const value = meanText(average);
  if (value === null) {
    return average.n > 0 ? (
      <p className="mt-3 text-muted text-sm">A mean is shown from five answers on.</p>
    ) : null;
  }
  const notes = [meanInterval(average)];
  if (rank) {
    const { low, high } = rank.percentile;
    notes.push(`grade ${rank.grade}: better than ${low}–${high} % of published scores`);
    notes.push(`“${rank.adjective}”`);
  }
  if (predictedSus !== null) notes.push(`predicts a SUS of ${predictedSus.toFixed(1)}`);
  const unit = isScore(result) ? 'of 100, mean of the scores' : 'mean';
  return <Large value={value} unit={unit} notes={notes} />;
}

interface LargeProps {
  value: string;
  unit: string;
  notes: readonly (string | null)[];
}

function Large({ value, unit, notes }: LargeProps) {
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-2 tabular-nums">
      <b className="font-semibold text-3xl">{value}</b>
      <span>{unit}</span>
      <span className="w-full text-muted text-sm">
        {notes.filter((note) => note !== null).join(' · ')}
      </span>
    </p>
  );
}

interface OptionBarsProps {
  options: NonNullable<QuestionResult['options']>;
  onOpen: (word: string) => void;
}

function OptionBars({ options, onOpen }: OptionBarsProps) {
  const most = Math.max(1, ...options.map(({ people }) => people));
  return (
    <>
      <ul aria-label="Answers" className="mt-4 grid gap-1">
        {options.map(({ word, text, people, share }) => (
          <li key={word}>
            <button
              type="button"
              disabled={people === 0}
              onClick={() => onOpen(word)}
              className="grid min-h-control w-full grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-4 gap-y-1 rounded-sm px-1 py-1 text-start text-sm not-disabled:hover:bg-hover max-sm:grid-cols-1"
            >
              <span dir="auto" className="text-start [overflow-wrap:anywhere]">
                <Name>{text}</Name>
              </span>
              <span className="flex items-center gap-3">
                <span className="h-5 min-w-12 grow">
                  <span
                    style={{ width: `${(people / most) * 100}%` }}
                    className="block h-full min-w-0.5 rounded-e-sm border border-transparent bg-accent [print-color-adjust:exact] forced-colors:border-[color:CanvasText]"
                  />
                </span>
                <span className="w-36 shrink-0 tabular-nums">
                  <b className="font-semibold">{shareText(share) ?? wholeText(people)}</b>
                  <span className="block text-muted text-xs">
                    {[countText(share), shareInterval(share)].filter(Boolean).join(', ')}
                  </span>
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ResultTable
        caption="Answers"
        head={['Answer', 'People', 'Share']}
        rows={options.map(({ word, text, share }) => ({
          key: word,
          cells: [text, countText(share), shareWithInterval(share) ?? '–'],
        }))}
      />
    </>
  );
}

interface PromotersProps {
  result: QuestionResult;
  onOpen: (word: string) => void;
}

function Promoters({ result: { netPromoter }, onOpen }: PromotersProps) {
  if (!netPromoter) return null;
  const { promoters, passives, detractors } = netPromoter;
  const groups = [
    { word: '9..10', text: 'promoters (9, 10)', people: promoters },
    { word: '7..8', text: 'passives (7, 8)', people: passives },
    { word: '0..6', text: 'detractors (0 to 6)', people: detractors },
  ];
  return (
    <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 border-line border-t pt-4 text-sm tabular-nums">
      {groups.map(({ word, text, people }) => (
        <NumberButton key={word} onClick={() => onOpen(word)}>
          <b className="font-semibold">{wholeText(people)}</b> {text}
        </NumberButton>
      ))}
    </p>
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

interface TextsCardProps {
  testId: TestId;
  result: QuestionResult;
}

function textsText(texts: number): string {
  return texts === 1 ? '1 text' : `${wholeText(texts)} texts`;
}

/** Maximum length of the search text that a filter accepts. */
const FOUND_BY_CHARACTERS = 200;

function TextsCard({ testId, result: { question, texts } }: TextsCardProps) {
  const { filter } = useResultFilter();
  const openMoments = useOpenMoments();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const step = question.number;
  const list = useInfiniteQuery(textsQuery(testId, filter, { step, search }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const found = list.data?.pages[0]?.total ?? texts;
  return (
    <ResultCard
      id="texts"
      title="In their own words"
      note={search === '' ? textsText(texts) : `${wholeText(found)} of ${textsText(texts)}`}
      isOpenFirst
    >
      <SearchBox
        label="Find words in the answers"
        placeholder="Find words"
        maxLength={NAME_MAX_CHARACTERS}
        text={typed}
        onTextChange={setTyped}
        className="mb-3 max-w-80 print:hidden"
      />
      <ul aria-busy={list.isPlaceholderData} className="divide-y divide-line">
        {items.map(({ sessionId, participantName, text }) => (
          <li key={sessionId} className="grid break-inside-avoid gap-1 py-3 first:pt-0 last:pb-0">
            <p dir="auto" className="whitespace-pre-line text-start [overflow-wrap:anywhere]">
              {text}
            </p>
            <p className="text-muted text-sm">
              <NumberButton
                onClick={() =>
                  openMoments({
                    query: { of: 'answered', step, text: text.slice(0, FOUND_BY_CHARACTERS) },
                  })
                }
              >
                <Name>{participantName}</Name>
              </NumberButton>
            </p>
          </li>
        ))}
      </ul>
      {list.data && items.length === 0 && (
        <p className="text-muted text-sm">No answer has these words.</p>
      )}
      {list.isError && (
        <p role="alert" className="text-sm">
          The texts could not be loaded.{' '}
          <Button size="sm" variant="secondary" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
    </ResultCard>
  );
}
