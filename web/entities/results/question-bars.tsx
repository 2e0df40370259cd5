// Picture of a question's results: its number with interval and rank, and people by answer. The question's page and the
// report show it.
import { questionSets } from '#contract/question-sets.ts';
import type { QuestionPicture } from '#contract/result-questions.ts';
import { SHARE_FROM } from '#insight/numbers/share.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { panelTitle } from '#insight/question-words.ts';
import {
  isScore,
  meanInterval,
  meanText,
  netPromoterInterval,
  signedText,
} from './question-words.ts';
import { NumberButton } from './result-table.tsx';
import { ShareBars } from './share-bars.tsx';
import { ValueBars } from './value-bars.tsx';

interface QuestionBarsProps {
  result: QuestionPicture;
  /** Opens the people of an answer; left out for readers who may not. @param word of the answer in a filter */
  onOpen?: ((word: string) => void) | undefined;
}

export function QuestionBars({ result, onOpen }: QuestionBarsProps) {
  const { question, answered, options, values } = result;
  return (
    <>
      <Figure result={result} />
      {options && answered > 0 && (
        <ShareBars
          label="Answers"
          head="Answer"
          bars={options.map(({ word, ...option }) => ({ ...option, key: word }))}
          onOpen={onOpen}
        />
      )}
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
            onOpen={
              onOpen &&
              ((at) => {
                const value = values[at];
                if (value) onOpen(`${value.from}..${value.to}`);
              })
            }
          />
        </div>
      )}
      {result.netPromoter && answered > 0 && <Promoters result={result} onOpen={onOpen} />}
    </>
  );
}

function numberText(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 2 });
}

function endsOf(question: QuestionPicture['question']): [string, string] {
  if (question.kind === 'set') {
    const { low, high } = questionSets[question.set];
    return [low, high];
  }
  if (question.kind === 'question' && question.form.type === 'scale') {
    return [question.form.low, question.form.high];
  }
  return ['', ''];
}

function highestOf(question: QuestionPicture['question']): number | undefined {
  if (question.kind === 'set') return questionSets[question.set].to;
  return question.kind === 'question' && question.form.type === 'scale'
    ? question.form.points
    : undefined;
}

/** The upper part of a scale is dark; promoters of a Net Promoter Score. */
function isHigh({ question }: QuestionPicture, value: number): boolean {
  if (question.kind === 'set') {
    const { from, to } = questionSets[question.set];
    return question.set === 'nps' ? value >= 9 : value > (from + to) / 2;
  }
  if (question.kind !== 'question' || question.form.type !== 'scale') return true;
  return value > (1 + question.form.points) / 2;
}

/** The mean or the score in large letters, with its interval and its published rank. */
function Figure({ result }: { result: QuestionPicture }) {
  const { average, netPromoter, rank, predictedSus } = result;
  if (netPromoter && netPromoter.score !== null && netPromoter.n >= SHARE_FROM) {
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

function Promoters({ result: { netPromoter }, onOpen }: QuestionBarsProps) {
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
        <NumberButton key={word} onClick={onOpen && (() => onOpen(word))}>
          <b className="font-semibold">{wholeText(people)}</b> {text}
        </NumberButton>
      ))}
    </p>
  );
}
