// visits.csv, clicks.csv and answers.csv: what happened in the sessions, one row each.

import type { Cell, Column } from '#server/platform/csv.ts';
import { layerOf } from '#server/screens/place-boxes.rules.ts';
import type { GivenRow, VisitRow } from './exported-rows.db.ts';
import type { NamedClick, ScreenNames } from './screen-names.ts';

export const stepColumn: Column<{ step: number }> = {
  name: 'step',
  says: 'Number of the task or question, which it keeps in all revisions; 1 in a test with one task.',
  value: ({ step }) => step,
};

export const SESSION_SAYS = "The session's number, as in sessions.csv.";

/** Columns of the screen that a row belongs to: its number, name and node id, in this order. */
function screenColumns<Row extends Pick<VisitRow, 'sessionId' | 'step' | 'screenId'>>(
  names: ScreenNames,
): Column<Row>[] {
  return [
    {
      name: 'screen',
      says: "The screen's number within the test, which it keeps.",
      value: (row) => names.ofSession(row)?.number ?? null,
    },
    {
      name: 'screen_name',
      says: 'Its name, as results show it.',
      value: (row) => names.ofSession(row)?.name ?? null,
    },
    {
      name: 'node_id',
      says: "The screen's id in the prototype's file.",
      value: ({ screenId }) => screenId,
    },
  ];
}

export const visitColumns = (names: ScreenNames): Column<VisitRow>[] => [
  { name: 'session', says: SESSION_SAYS, value: ({ number }) => number },
  { name: 'visit', says: 'From 1, in order of time.', value: ({ ordinal }) => ordinal + 1 },
  ...screenColumns<VisitRow>(names),
  {
    name: 'entered_at_ms',
    says: "When the screen was presented, from the recording's start.",
    value: ({ enteredAtMs }) => enteredAtMs,
  },
  {
    name: 'left_at_ms',
    says: 'When another one was; empty: it was the last.',
    value: ({ leftAtMs }) => leftAtMs,
  },
  {
    name: 'in_path',
    says: "no: the prototype's history left it out, as a hover transition.",
    value: ({ inHistory }) => inHistory,
  },
  stepColumn,
];

export const clickColumns = (names: ScreenNames): Column<NamedClick>[] => [
  { name: 'session', says: SESSION_SAYS, value: ({ number }) => number },
  {
    name: 'click',
    says: 'Number of its message in the session, as in raw.jsonl.',
    value: ({ seq }) => seq,
  },
  { name: 'at_ms', says: "From the recording's start.", value: ({ atMs }) => atMs },
  ...screenColumns<NamedClick>(names),
  {
    name: 'layer',
    says: 'The named layer that was pressed, or the card or button that it is part of; empty: none is known.',
    value: ({ layer }) => layer,
  },
  {
    name: 'x',
    says: "Pixels of the screen's image from its left edge; empty: the click has no place.",
    value: ({ x }) => x,
  },
  { name: 'y', says: 'The same from its top edge.', value: ({ y }) => y },
  { name: 'unplaced', says: 'Why it has no place.', value: ({ unplaced }) => unplaced },
  {
    name: 'reacted',
    says: 'Whether something reacted; no: a dead click; empty: the design tool did not tell.',
    value: ({ reacted }) => reacted,
  },
  {
    name: 'first',
    says: "yes: the session's first click on this screen.",
    value: ({ isFirst }) => isFirst,
  },
  {
    name: 'led_to',
    says: 'Number of the screen that came next because of it.',
    value: ({ ledTo }) => ledTo,
  },
  {
    name: 'layer_id',
    says: "Id of that layer in the prototype's file; empty: no layer is known.",
    value: ({ place }) => place && layerOf(place),
  },
  {
    name: 'hit_layer_id',
    says: 'Id of what was hit: that layer, or a part inside it.',
    value: ({ targetId }) => targetId,
  },
  stepColumn,
];

export interface AnswerRow
  extends Pick<
    GivenRow,
    'session' | 'step' | 'tags' | 'startAtMs' | 'answeredAtMs' | 'answeredAt'
  > {
  question: string;
  text: string;
  answer: Cell;
  kind: string;
  other: string | null;
  number: Cell;
}

/** The questions of the card after the task, as sessions.csv names them. */
const QUESTIONS = {
  didIt: ['did_it', 'Did you do what was asked?'],
  ease: ['ease', 'How easy was it? 1 very difficult … 7 very easy'],
  helped: ['helped', 'What would have helped?'],
} as const;

/** Returns the answers to a task's card; a skipped question has no row. */
export function answersOf(card: GivenRow): AnswerRow[] {
  return (['didIt', 'ease', 'helped'] as const).flatMap((field) => {
    const answer = card[field];
    const [question, text] = QUESTIONS[field];
    return answer === null
      ? []
      : [{ ...card, question, text, answer, kind: 'card', other: null, number: null }];
  });
}

export const answerColumns: Column<AnswerRow>[] = [
  { name: 'session', says: SESSION_SAYS, value: ({ session }) => session },
  {
    name: 'question',
    says: 'did_it, ease or helped after a task; of a question or an item of a set its column in sessions.csv.',
    value: ({ question }) => question,
  },
  { name: 'text', says: 'What was asked.', value: ({ text }) => text },
  {
    name: 'answer',
    says: 'After a task yes or no, 1 to 7, or a text, and a question that was skipped has no row. Of a question the same as in sessions.csv; empty: shown, and not answered.',
    value: ({ answer }) => answer,
  },
  { name: 'answered_at', says: 'When it was answered.', value: ({ answeredAt }) => answeredAt },
  stepColumn,
];
