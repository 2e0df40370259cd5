// Questions of a session with its answers, in the order in which they were given; each leads to its moment.
import type { RecordingDetail } from '#contract/recordings.ts';
import { answerInWords, panelTitle } from '#insight/question-words.ts';
import type { Player } from '#web/entities/recording/player.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { Name } from '#web/ui/name.tsx';

interface AnswerRowsProps extends Pick<RecordingDetail, 'questions'> {
  player: Player;
}

/** Renders nothing for a session without questions. */
export function AnswerRows({ questions, player }: AnswerRowsProps) {
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="answers" className="border-line border-t p-2">
      <h3 id="answers" className="px-2 pt-1 font-semibold">
        Answers
      </h3>
      <ul>
        {questions.map(({ question, visitedAtMs, answeredAtMs, answer }) => {
          const atMs = answeredAtMs ?? visitedAtMs;
          const given =
            answer === null ? (
              <span className="text-muted">Left out</span>
            ) : (
              <Name>{answerInWords(question, answer)}</Name>
            );
          const text = (
            <>
              <span className="min-w-0 grow">
                <span
                  dir="auto"
                  className="block text-start text-muted text-xs [overflow-wrap:anywhere]"
                >
                  <Name>{panelTitle(question)}</Name>
                </span>
                <span
                  dir="auto"
                  className="block whitespace-pre-line text-start text-sm [overflow-wrap:anywhere]"
                >
                  {given}
                </span>
              </span>
              {atMs !== null && (
                <span className="shrink-0 text-muted text-xs tabular-nums">
                  {formatDuration(atMs)}
                </span>
              )}
            </>
          );
          return (
            <li key={question.number}>
              {atMs === null ? (
                <p className="flex items-baseline gap-3 p-2">{text}</p>
              ) : (
                <button
                  type="button"
                  onClick={() => player.seek(atMs)}
                  className="flex w-full items-baseline gap-3 rounded-md p-2 text-left hover:bg-hover"
                >
                  {text}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
