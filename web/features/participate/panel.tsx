// A step without a task on a panel of its own, over the hidden prototype: a question, a set of questions, or a text. The
// recording goes on.
import type { AnswerStep, PanelStep } from '#contract/steps.ts';
import { QuestionCard, TextCard } from '#web/entities/step/question-card.tsx';
import type { Participation } from './participation.ts';
import { picturesOf } from './pictures.ts';

interface PanelProps<Step extends PanelStep> {
  participation: Participation;
  step: Step;
  /** The countdown covers the page, so nothing here can be reached yet. */
  isCovered: boolean;
}

export function Panel({ step, ...rest }: PanelProps<PanelStep>) {
  if (step.kind === 'text') return <TextPanel {...rest} step={step} />;
  return <QuestionPanel {...rest} step={step} />;
}

function TextPanel({
  participation,
  step,
  isCovered,
}: PanelProps<Extract<PanelStep, { kind: 'text' }>>) {
  return (
    <TextCard
      step={step}
      isCovered={isCovered}
      onBack={backOf(participation)}
      onLeave={() => participation.leavePanel(null)}
    />
  );
}

function QuestionPanel({ participation, step, isCovered }: PanelProps<AnswerStep>) {
  const { run } = participation;
  return (
    <QuestionCard
      step={step}
      sessionId={run.sessionId}
      pictures={picturesOf(participation.link)}
      isCovered={isCovered}
      firstDraft={run.drafts.get(step.number).draft}
      onDraft={(draft) => run.drafts.keep(step.number, { draft })}
      onBack={backOf(participation)}
      onLeave={(answer) => participation.leavePanel(answer)}
    />
  );
}

/** Returns the way to the question or text before, or null. */
export function backOf(participation: Participation): (() => void) | null {
  return participation.placeBefore === null ? null : () => participation.goBack();
}
