// Screening questions, one after another, before the devices are asked for. Each answer is checked on the server at once.
import { useState } from 'react';
import { sessions } from '#contract/sessions.api.ts';
import type { ScreeningAnswers } from '#contract/sessions.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
import { isQuestion, panelStep } from '#contract/steps.ts';
import { QuestionCard } from '#web/entities/step/question-card.tsx';
import { call } from '#web/lib/api.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import type { Opening } from './opening.ts';
import { picturesOf } from './pictures.ts';
import type { Refusal, SharedLink } from './shared-link.ts';
import { givenBefore, nextStep, panelBefore } from './steps.ts';

export interface ScreenerStepProps {
  link: SharedLink;
  /** Screening questions as the link has them. */
  screener: readonly unknown[];
  onPass: (answers: ScreeningAnswers) => void;
  onRefused: (refusal: Refusal) => void;
}

/** Answers until now by step, null for a skipped question. */
type Answers = ReadonlyMap<number, StepAnswer | null>;

export function ScreenerStep({
  opening,
  link,
  screener,
  onPass,
  onRefused,
}: ScreenerStepProps & { opening: Opening }) {
  const [steps] = useState(() =>
    screener
      .flatMap((step) => panelStep.safeParse(step).data ?? [])
      .filter((step) => isQuestion(step)),
  );
  const [answers, setAnswers] = useState<Answers>(new Map());
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const step = steps[at];
  if (!step) return null;
  const givenOf = (all: Answers) => givenBefore(screener, bodyOf(all));

  const check = async (answer: StepAnswer | null) => {
    const all = new Map(answers).set(step.number, answer);
    const next = nextStep(steps, at, givenOf(all));
    for (const number of next.takenBack) all.delete(number);
    const brought = bodyOf(all);
    const params = { uniqueId: link.test.uniqueId, openingId: opening.idOf(link) };
    const { revisionId } = link;
    // Later answers are those of an earlier way through the questions, and not part of this check.
    const soFar = brought.filter(({ step }) => steps.findIndex((one) => one.number === step) <= at);
    const { result } = await call(sessions.screening, {
      params,
      body: { revisionId, answers: soFar },
    });
    if (result !== 'passed') return onRefused({ kind: result });
    setAnswers(all);
    if (next.at === null) onPass(brought);
    else setAt(next.at);
  };
  const leave = (answer: StepAnswer | null) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    check(answer)
      .catch((failure: unknown) => {
        console.warn('The answer was not checked.', failure);
        setError(sentenceOf(failure, 'That did not work. Check your connection and try again.'));
      })
      .finally(() => setBusy(false));
  };
  const before = panelBefore(steps, at, givenOf(answers));
  return (
    <QuestionCard
      key={step.number}
      step={step}
      sessionId={opening.idOf(link)}
      pictures={picturesOf(link)}
      isCovered={false}
      firstDraft={null}
      onBack={before === null ? null : () => setAt(before)}
      onLeave={leave}
      busy={busy}
    >
      {error !== null && <Alert tone="danger">{error}</Alert>}
    </QuestionCard>
  );
}

function bodyOf(answers: Answers): ScreeningAnswers {
  return [...answers].map(([step, answer]) => ({ step, answer }));
}
