// Between two tasks, over the prototype: the questions about the one, panels, then the text of the next. The recording goes
// on.
import { type TaskAnswers, taskAnswers } from '#contract/outcomes.ts';
import { isTask } from '#contract/steps.ts';
import { questionsAfter } from '#web/entities/step/questions-after.ts';
import { QuestionsAfterTask, TaskToRead } from '#web/entities/step/task-cards.tsx';
import { useStore } from '#web/lib/use-store.ts';
import { backOf, Panel } from './panel.tsx';
import type { Participation } from './participation.ts';
import { stepLabel } from './recording-bar.tsx';

interface BetweenTasksProps {
  participation: Participation;
  /** The countdown covers the page, so nothing here can be reached yet. */
  isCovered: boolean;
}

export function BetweenTasks({ participation, isCovered }: BetweenTasksProps) {
  const { at, phase, end } = useStore(participation);
  if (phase === 'doing') return null;
  const { step } = participation;
  return (
    // Each step begins at the top.
    <div
      key={`${at} ${phase}`}
      className="cover absolute inset-0 z-10 overflow-y-auto bg-canvas px-3 py-6 sm:px-4 sm:py-12"
    >
      <div className="mx-auto max-w-xl">
        {!isTask(step) ? (
          <Panel participation={participation} step={step} isCovered={isCovered} />
        ) : phase === 'reading' ? (
          <NextTask participation={participation} />
        ) : (
          <AfterTask participation={participation} asks={questionsAfter(step.asks, end)} />
        )}
      </div>
    </div>
  );
}

interface CardProps {
  participation: Participation;
  asks: ReturnType<typeof questionsAfter>;
}

function AfterTask({ participation, asks }: CardProps) {
  const { run, task, isAlone } = participation;
  const send = (answers: TaskAnswers) => {
    participation.closeCard();
    run
      .answer({ step: task.number, answers })
      .catch((error) => console.error('The answers stay in this browser.', error));
  };
  return (
    <QuestionsAfterTask
      asks={asks}
      note={`Answer what you like. The ${isAlone ? 'test' : 'recording'} goes on.`}
      draft={taskAnswers.safeParse(run.drafts.get(task.number).draft).data ?? null}
      onChange={(draft) => run.drafts.keep(task.number, { draft })}
      onSend={send}
      onSkip={() => participation.closeCard()}
    />
  );
}

function NextTask({ participation }: { participation: Participation }) {
  return (
    <TaskToRead
      label={stepLabel(participation)}
      text={participation.task.task}
      onBack={backOf(participation)}
      onStart={() => participation.beginTask()}
    />
  );
}
