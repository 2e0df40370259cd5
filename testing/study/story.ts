// A person's whole session: their ways through the tasks and what they answer in between become one stream of messages,
// the scenes of a film, and answers.
import type { RawEvent } from '#contract/events.ts';
import type { OwnMessage } from '#contract/own-messages.ts';
import { questionSets } from '#contract/question-sets.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
import type { PanelStep, Step, TaskStep } from '#contract/steps.ts';
import { SECOND_STARTS } from './later-steps.ts';
import type { Person, TaskWay } from './person.ts';
import { PRESENTED_AT_MS, type Scene, type Walk, walk } from './walk.ts';

export interface Story {
  events: readonly RawEvent[];
  scenes: readonly Scene[];
  lengthMs: number;
  /** Each task that was shown. */
  tasks: readonly TaskStory[];
  /** Answers to questions and sets that were shown, and when they were given. */
  answers: readonly { step: number; answer: StepAnswer; atMs: number }[];
}

export interface TaskStory {
  step: number;
  way: TaskWay;
  walk: Walk;
}

/** Milliseconds in which a person reads a line of a panel and answers it. */
const LINE_MS = 2400;

/** @param steps that the person is shown, in their order, without those of the screening */
export function storyOf(person: Person, steps: readonly Step[]): Story {
  const writer = new Writer(person);
  for (const [at, step] of steps.entries()) {
    if (step.kind !== 'task') writer.showPanel(step);
    else if (!writer.doTask(step, at < steps.length - 1)) break;
  }
  return writer.story;
}

class Writer {
  readonly #person: Person;
  readonly #messages: Omit<RawEvent, 'seq'>[] = [];
  readonly #scenes: Scene[] = [];
  readonly #tasks: TaskStory[] = [];
  readonly #answers: Story['answers'][number][] = [];
  #atMs = PRESENTED_AT_MS;

  constructor(person: Person) {
    this.#person = person;
  }

  get story(): Story {
    return {
      events: this.#messages.map((message, seq) => ({ ...message, seq })),
      scenes: this.#scenes,
      lengthMs: this.#atMs,
      tasks: this.#tasks,
      answers: this.#answers,
    };
  }

  /** @returns whether the person goes on to the next step */
  doTask({ number, task, variant }: TaskStep, hasNext: boolean): boolean {
    const isFirst = this.#tasks.length === 0;
    const way = isFirst ? this.#person : this.#person.later?.variants[(variant ?? 1) - 1];
    if (!way) return false;
    if (!isFirst) this.#read([task]);
    this.#write({ type: 'TRYOUT_STEP_SHOWN', data: { step: number } });
    const begin = { startNodeId: SECOND_STARTS[(variant ?? 1) - 1] ?? '', atMs: this.#atMs };
    const ownWalk = walk(way.presses, begin);
    this.#messages.push(...ownWalk.events);
    this.#scenes.push(...ownWalk.scenes);
    this.#tasks.push({ step: number, way, walk: ownWalk });
    this.#atMs = ownWalk.endedAtMs + way.lingersMs;
    const goesOn = hasNext && this.#person.later !== null;
    if (goesOn) {
      this.#write({ type: 'TRYOUT_STEP_ENDED', data: { step: number, how: 'done' } });
      this.#read(['How was this task?', 'Did you do what was asked?', 'How easy was it?']);
    }
    return goesOn;
  }

  showPanel(step: PanelStep): void {
    this.#write({ type: 'TRYOUT_STEP_SHOWN', data: { step: step.number } });
    const answer = this.#answerTo(step);
    this.#read(linesOf(step));
    if (answer !== null) {
      this.#answers.push({ step: step.number, answer, atMs: this.#atMs });
      this.#write({ type: 'TRYOUT_ANSWERED', data: { step: step.number } });
    }
    this.#write({ type: 'TRYOUT_STEP_ENDED', data: { step: step.number, how: 'done' } });
  }

  #answerTo({ kind }: PanelStep): StepAnswer | null {
    const { later } = this.#person;
    return kind === 'set' ? [...(later?.sus ?? [])] : (later?.words?.text ?? null);
  }

  /** The prototype is hidden while the person reads these lines. */
  #read(panel: readonly string[]): void {
    const hidden = { screenId: '', overlayId: null, scrolled: 0, pointer: null, press: null };
    this.#scenes.push({ atMs: this.#atMs, ...hidden, panel });
    this.#atMs += LINE_MS * panel.length;
  }

  #write(message: OwnMessage): void {
    this.#messages.push({ atMs: this.#atMs, ...message });
  }
}

function linesOf(step: PanelStep): string[] {
  if (step.kind === 'set') return [questionSets[step.set].title, ...questionSets[step.set].items];
  return step.kind === 'question' ? [step.question] : [step.text];
}
