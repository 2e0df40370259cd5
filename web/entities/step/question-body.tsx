// The controls of a question or a set, and the sentence about what is missing.
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { questionSets } from '#contract/question-sets.ts';
import { OTHER, type QuestionForm } from '#contract/questions.ts';
import type { AnswerStep } from '#contract/steps.ts';
import { characters } from '#contract/text.ts';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { optionsInOrder } from './option-order.ts';
import {
  isAmbiguous,
  maxCharacters,
  type PanelDraft,
  type PanelProblem,
  readNumber,
  withItem,
  withOption,
} from './panel-draft.ts';
import { RadioRow, scaleRow, YES_NO } from './radio-row.tsx';
import { type Pictures, StepPicture } from './step-picture.tsx';

interface BodyProps<Step extends AnswerStep = AnswerStep> {
  step: Step;
  sessionId: string;
  /** Pictures of the test by id. */
  pictures: Pictures;
  draft: PanelDraft;
  problem: PanelProblem | null;
  /** Ids of the question and its help. */
  labelledBy: string;
  onChange: (draft: PanelDraft) => void;
}

type QuestionStep = Extract<AnswerStep, { kind: 'question' }>;
type ChoiceForm = Extract<QuestionForm, { type: 'single' | 'several' }>;

export function QuestionBody(props: BodyProps) {
  const { step, draft, labelledBy, onChange } = props;
  if (step.kind === 'set') return <SetBody {...props} step={step} />;
  const { form } = step;
  switch (form.type) {
    case 'single':
    case 'several':
      return <ChoiceBody {...props} step={step} form={form} />;
    case 'scale':
      return (
        <Item {...props}>
          {(describedBy) => (
            <RadioRow
              question={{ labelledBy }}
              describedBy={describedBy}
              {...scaleRow({ from: 1, to: form.points, low: form.low, high: form.high })}
              value={draft.items[0] ?? null}
              onChange={(value) => onChange(withItem(draft, 0, value))}
            />
          )}
        </Item>
      );
    case 'yes_no':
      return (
        <Item {...props}>
          {(describedBy) => (
            <RadioRow
              question={{ labelledBy }}
              describedBy={describedBy}
              options={YES_NO}
              value={YES_NO.find(({ value }) => value === draft.chosen[0])?.value ?? null}
              onChange={(value) => onChange(withOption(draft, value, false))}
            />
          )}
        </Item>
      );
    case 'number':
    case 'short_text':
    case 'long_text':
      return <TypedBody {...props} step={step} />;
  }
}

interface ItemProps extends Pick<BodyProps, 'problem'> {
  /** Index of an item of a set. */
  item?: number;
  children: (describedBy: string | undefined) => ReactNode;
}

/** Controls below the sentence about what is missing. */
function Item({ item = 0, problem, children }: ItemProps) {
  const id = useId();
  const text = problem?.item === item && !problem.isOther ? problem.text : null;
  return (
    <div data-item={item} className="grid gap-2">
      {text !== null && (
        <p id={id} role="alert" className="flex gap-2 text-danger text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text}
        </p>
      )}
      {children(text === null ? undefined : id)}
    </div>
  );
}

function SetBody({
  step,
  draft,
  problem,
  labelledBy,
  onChange,
}: BodyProps<Extract<AnswerStep, { kind: 'set' }>>) {
  const { items, ...scale } = questionSets[step.set];
  return (
    <div className="set grid gap-5">
      {items.map((text, index) => (
        <Item key={text} item={index} problem={problem}>
          {(describedBy) => (
            <RadioRow
              question={items.length > 1 ? text : { labelledBy }}
              describedBy={describedBy}
              {...scaleRow(scale)}
              value={draft.items[index] ?? null}
              onChange={(value) => onChange(withItem(draft, index, value))}
            />
          )}
        </Item>
      ))}
    </div>
  );
}

function ChoiceBody(props: BodyProps<QuestionStep> & { form: ChoiceForm }) {
  const { step, form, sessionId, pictures, draft, problem, labelledBy, onChange } = props;
  const name = useId();
  const isSeveral = form.type === 'several';
  return (
    <Item problem={problem}>
      {(describedBy) => (
        <div
          {...{ role: isSeveral ? 'group' : 'radiogroup', 'aria-labelledby': labelledBy }}
          aria-describedby={describedBy}
          className={
            form.options.some(({ pictureId }) => pictureId) ? 'option-pictures' : 'grid gap-2'
          }
        >
          {optionsInOrder(form, { sessionId, step: step.number }).map(({ id, text, pictureId }) => (
            <label
              key={id}
              className="choice flex cursor-pointer items-center gap-3 rounded-md border border-line-strong bg-surface px-4 py-2.5 hover:bg-hover"
            >
              <input
                type={isSeveral ? 'checkbox' : 'radio'}
                name={name}
                value={id}
                checked={draft.chosen.includes(id)}
                onChange={() => onChange(withOption(draft, id, isSeveral))}
                className="size-5 shrink-0"
              />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {text}
                <StepPicture picture={pictures[pictureId ?? '']} name={text} />
              </span>
            </label>
          ))}
          {draft.chosen.includes(OTHER) && (
            <TextField
              label="Your answer"
              dir="auto"
              value={draft.text}
              error={problem?.isOther ? problem.text : undefined}
              onChange={(event) => onChange({ ...draft, text: event.target.value })}
            />
          )}
        </div>
      )}
    </Item>
  );
}

/** Share of the longest answer from which the characters are counted. */
const COUNTED_FROM = 0.8;

function TypedBody({ step, draft, problem, labelledBy, onChange }: BodyProps<QuestionStep>) {
  const { type } = step.form;
  const field = {
    label: 'Your answer',
    hideLabel: true,
    'aria-labelledby': labelledBy,
    error: problem?.text,
    value: draft.text,
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...draft, text: event.target.value }),
  };
  if (type === 'number') {
    const value = isAmbiguous(draft.text) ? readNumber(draft.text) : null;
    const hint = value !== null && `This is read as ${value.toLocaleString('en')}.`;
    return (
      <div data-item={0} className="max-w-md">
        <TextField {...field} inputMode="decimal" autoComplete="off" hint={hint} />
      </div>
    );
  }
  const max = maxCharacters(type === 'short_text' ? type : 'long_text');
  const count = characters(draft.text);
  const counter =
    count >= COUNTED_FROM * max &&
    `${count.toLocaleString('en')} of ${max.toLocaleString('en')} characters`;
  return (
    <div data-item={0}>
      {type === 'short_text' ? (
        <TextField {...field} dir="auto" counter={counter} />
      ) : (
        <TextArea {...field} dir="auto" rows={5} counter={counter} />
      )}
    </div>
  );
}
