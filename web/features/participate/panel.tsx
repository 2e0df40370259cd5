// A step without a task on a panel of its own, over the hidden prototype: a question, a set of questions, or a text. The
// recording goes on.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { questionSets } from '#contract/question-sets.ts';
import type { AnswerStep, PanelStep } from '#contract/steps.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { FormattedText } from './formatted-text.tsx';
import {
  emptyDraft,
  type PanelDraft,
  type PanelProblem,
  panelDraft,
  readDraft,
} from './panel-draft.ts';
import { useDigits } from './panel-keys.ts';
import type { Participation } from './participation.ts';
import { QuestionBody } from './question-body.tsx';
import './panel.css';

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

/** Returns the heading of a panel, which a screen reader reads first. */
export function panelHeading(step: PanelStep): string {
  if (step.kind === 'text') return 'Please read this';
  if (step.kind === 'question') return step.question;
  const [item = '', ...others] = questionSets[step.set].items;
  return others.length > 0 ? 'How much do you agree with these statements?' : item;
}

/** Returns a reference to an element that takes the focus once the panel can be reached. */
function useFocus<T extends HTMLElement>(isCovered: boolean) {
  const element = useRef<T>(null);
  useEffect(() => {
    if (!isCovered) element.current?.focus();
  }, [isCovered]);
  return element;
}

function TextPanel({
  participation,
  step,
  isCovered,
}: PanelProps<Extract<PanelStep, { kind: 'text' }>>) {
  const heading = useFocus<HTMLHeadingElement>(isCovered);
  return (
    <Card className="panel-card grid gap-6 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {panelHeading(step)}
      </h2>
      <FormattedText text={step.text} />
      <Ways participation={participation}>
        <Button size="lg" className="grow sm:grow-0" onClick={() => participation.leavePanel(null)}>
          Continue
        </Button>
      </Ways>
    </Card>
  );
}

function QuestionPanel({ participation, step, isCovered }: PanelProps<AnswerStep>) {
  const { run } = participation;
  const heading = useFocus<HTMLHeadingElement>(isCovered);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [draft, setDraft] = useState(
    () => panelDraft.safeParse(run.drafts.get(step.number).draft).data ?? emptyDraft,
  );
  const [problem, setProblem] = useState<PanelProblem | null>(null);
  const change = (changed: PanelDraft) => {
    setDraft(changed);
    setProblem(null);
    run.drafts.keep(step.number, { draft: changed });
  };
  useEffect(() => {
    if (!problem) return;
    const controls = problem.isOther ? 'input[type=text]' : 'input, textarea';
    form.current
      ?.querySelector<HTMLElement>(`[data-item="${problem.item}"] :is(${controls})`)
      ?.focus();
  }, [problem]);
  const { sessionId } = run;
  useDigits(isCovered ? null : form, { step, sessionId, draft, onChange: change });
  const submit = () => {
    const read = readDraft(step, draft);
    if ('problem' in read) setProblem(read.problem);
    else participation.leavePanel(read.answer);
  };
  const help = step.kind === 'question' ? step.help : '';
  return (
    <Card className="panel-card sm:p-8">
      <form
        ref={form}
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid gap-2">
          <h2
            ref={heading}
            id={`${id}-heading`}
            tabIndex={-1}
            dir="auto"
            className="whitespace-pre-line text-xl wrap-anywhere"
          >
            {panelHeading(step)}
          </h2>
          {help && (
            <p
              id={`${id}-help`}
              dir="auto"
              className="whitespace-pre-line text-muted wrap-anywhere"
            >
              {help}
            </p>
          )}
        </div>
        <QuestionBody
          step={step}
          sessionId={sessionId}
          draft={draft}
          problem={problem}
          labelledBy={help ? `${id}-heading ${id}-help` : `${id}-heading`}
          onChange={change}
        />
        <Ways participation={participation}>
          {!step.isRequired && (
            <Button variant="quiet" size="lg" onClick={() => participation.leavePanel(null)}>
              Skip
            </Button>
          )}
          <Button type="submit" size="lg" className="grow sm:grow-0">
            Continue
          </Button>
        </Ways>
      </form>
    </Card>
  );
}

/** Buttons that lead on, with *Back* where a question or a text is directly before. */
export function Ways({
  participation,
  children,
}: {
  participation: Participation;
  children: ReactNode;
}) {
  return (
    <div className="flex justify-end gap-3">
      {participation.placeBefore !== null && (
        <Button
          variant="secondary"
          size="lg"
          className="back"
          onClick={() => participation.goBack()}
        >
          Back
        </Button>
      )}
      {children}
    </div>
  );
}
