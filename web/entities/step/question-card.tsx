// A question, a set of questions or a text on a card of the participant's page: its heading, its controls, and the ways on and
// back.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { questionSets } from '#contract/question-sets.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
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
import { QuestionBody } from './question-body.tsx';
import { type Pictures, StepPicture } from './step-picture.tsx';
import './panel.css';

/** Returns the heading of a panel, which a screen reader reads first. */
export function panelHeading(step: PanelStep): string {
  if (step.kind === 'text') return 'Please read this';
  if (step.kind === 'question') return step.question;
  const [item = '', ...others] = questionSets[step.set].items;
  return others.length > 0 ? 'How much do you agree with these statements?' : item;
}

/** Returns a reference to an element that takes the focus once the panel can be reached. */
export function useFocus<T extends HTMLElement>(isCovered: boolean) {
  const element = useRef<T>(null);
  useEffect(() => {
    if (!isCovered) element.current?.focus();
  }, [isCovered]);
  return element;
}

interface QuestionCardProps {
  step: AnswerStep;
  /** Orders shuffled options; it is the same after a reload. */
  sessionId: string;
  /** Something covers the page, so nothing here can be reached yet. */
  isCovered: boolean;
  /** The entries with which the card begins, in the form of `panelDraft` or anything else. */
  firstDraft: unknown;
  onDraft?: (draft: PanelDraft) => void;
  onBack: (() => void) | null;
  /** @param answer null for a skipped question */
  onLeave: (answer: StepAnswer | null) => void;
  /** The answer is being sent. */
  busy?: boolean;
  /** Pictures of the test by id. */
  pictures: Pictures;
  /** Shown above the buttons. */
  children?: ReactNode;
}

/** A question or a set on a card of its own. */
export function QuestionCard(props: QuestionCardProps) {
  const { step, sessionId, isCovered, firstDraft, onDraft, onBack, onLeave } = props;
  const heading = useFocus<HTMLHeadingElement>(isCovered);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [draft, setDraft] = useState(() => panelDraft.safeParse(firstDraft).data ?? emptyDraft);
  const [problem, setProblem] = useState<PanelProblem | null>(null);
  const change = (changed: PanelDraft) => {
    setDraft(changed);
    setProblem(null);
    onDraft?.(changed);
  };
  useEffect(() => {
    if (!problem) return;
    const controls = problem.isOther ? 'input[type=text]' : 'input, textarea';
    form.current
      ?.querySelector<HTMLElement>(`[data-item="${problem.item}"] :is(${controls})`)
      ?.focus();
  }, [problem]);
  useDigits(isCovered ? null : form, { step, sessionId, draft, onChange: change });
  const submit = () => {
    const read = readDraft(step, draft);
    if ('problem' in read) setProblem(read.problem);
    else onLeave(read.answer);
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
        {step.kind === 'question' && <StepPicture picture={props.pictures[step.pictureId ?? '']} />}
        <QuestionBody
          pictures={props.pictures}
          step={step}
          sessionId={sessionId}
          draft={draft}
          problem={problem}
          labelledBy={help ? `${id}-heading ${id}-help` : `${id}-heading`}
          onChange={change}
        />
        {props.children}
        <Ways onBack={onBack}>
          {!step.isRequired && (
            <Button variant="quiet" size="lg" onClick={() => onLeave(null)}>
              Skip
            </Button>
          )}
          <Button
            type="submit"
            size="lg"
            className="grow sm:grow-0"
            busy={props.busy === true}
            busyLabel="One moment…"
          >
            Continue
          </Button>
        </Ways>
      </form>
    </Card>
  );
}

interface TextCardProps extends Pick<QuestionCardProps, 'isCovered' | 'onBack'> {
  step: Extract<PanelStep, { kind: 'text' }>;
  onLeave: () => void;
}

/** A text to read on a card of its own. */
export function TextCard({ step, isCovered, onBack, onLeave }: TextCardProps) {
  const heading = useFocus<HTMLHeadingElement>(isCovered);
  return (
    <Card className="panel-card grid gap-6 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {panelHeading(step)}
      </h2>
      <FormattedText text={step.text} />
      <Ways onBack={onBack}>
        <Button size="lg" className="grow sm:grow-0" onClick={onLeave}>
          Continue
        </Button>
      </Ways>
    </Card>
  );
}

/** Buttons that lead on, with *Back* where a question or a text is directly before. */
export function Ways({ onBack, children }: { onBack: (() => void) | null; children: ReactNode }) {
  return (
    <div className="flex justify-end gap-3">
      {onBack !== null && (
        <Button variant="secondary" size="lg" className="back" onClick={onBack}>
          Back
        </Button>
      )}
      {children}
    </div>
  );
}
