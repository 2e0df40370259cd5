// Converts a caller's evidence into stored evidence: numbers get value, definition and time, clips and notes must be of
// the test.

import { AppError } from '#contract/errors.ts';
import type { EvidenceInput } from '#contract/findings.ts';
import type { NumberInput, NumberKind, ReportNumber } from '#contract/report-numbers.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { readClips, readNotes, type TaskOfTest } from '#server/notes/notes-by-id.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import type { NewEvidence } from './findings.db.ts';
import { numbersOf } from './report-numbers.ts';

/** @throws AppError bad_input for a clip or a note that the test does not have */
export async function newEvidence(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  ofTask: Authorized<TestRef> & TaskOfTest,
  given: readonly EvidenceInput[],
): Promise<NewEvidence[]> {
  const { db } = parts;
  const measure = numbersOf(parts, ofTask);
  const clips = given.flatMap((each) => (each.kind === 'clip' ? [each.clipId] : []));
  const notes = given.flatMap((each) => (each.kind === 'note' ? [each.noteId] : []));
  const there = new Set([
    ...(await readClips(db, ofTask, clips)).keys(),
    ...(await readNotes(db, ofTask, notes)).keys(),
  ]);
  if ([...clips, ...notes].some((id) => !there.has(id))) {
    throw new AppError('bad_input', { fields: { evidence: 'This test does not have it.' } });
  }
  const result: NewEvidence[] = [];
  for (const each of given) {
    result.push(
      each.kind === 'number'
        ? { kind: 'number', number: await numberNow(measure, each.number) }
        : each,
    );
  }
  return result;
}

async function numberNow(
  measure: ReturnType<typeof numbersOf>,
  input: NumberInput,
): Promise<ReportNumber> {
  const { filter, value, heading } = await measure(input);
  return {
    ...input,
    filter: queryText(filter),
    ...(await heading()),
    value,
    definition: numberDefinitions[input.number],
    at: new Date().toISOString(),
  };
}

/** Returns the filter in the form of an address. */
function queryText(filter: ResultFilter): string {
  const given = Object.entries(filter).map(([name, value]) => [name, String(value)] as const);
  return new URLSearchParams(Object.fromEntries(given)).toString();
}

// Text that explains how each number of a report is computed. It is stored with the number, so it never changes
// (docs/metrics.md).

const INTERVAL = 'The interval is Wilson’s, of 95 %; below five people there are counts alone.';
const N = 'runs that are counted: direct, indirect, thought done, gave up, left, stopped';
const T_INTERVAL = 'The interval is a t-interval of 95 %.';

export const numberDefinitions: Readonly<Record<NumberKind, string>> = {
  success: `Reached the goal, directly or indirectly, of all ${N}. ${INTERVAL}`,
  direct: `Reached the goal by a route of the goal, or without a screen twice where it has none, of all ${N}. ${INTERVAL}`,
  time_to_goal:
    'From the prototype’s first screen to the first goal screen, of those who reached it: below 25 people the geometric mean with a t-interval of the logarithms, else the median with an interval between two of the times, both of 95 %.',
  time_on_task: `From the prototype’s first screen to the end, of all ${N}: below 25 people the geometric mean with a t-interval of the logarithms, else the median with an interval between two of the times, both of 95 %.`,
  ease: `Mean of the answers to ‘How easy was it?’, 1 very difficult to 7 very easy, of those who answered. ${T_INTERVAL}`,
  lostness: `Mean of Smith’s lostness against the shortest route, of all ${N}, without those who saw fewer screens than that route has; 0 is straight, above 0.5 people look lost. ${T_INTERVAL}`,
  outcome: `Runs that came to this, of all ${N}. ${INTERVAL}`,
  ended_here: `People without success whose last screen it was, of all people without success. ${INTERVAL}`,
  thought_done: `People who answered that they did it, did not reach the goal, and ended on this screen, of all who answered so without reaching it. ${INTERVAL}`,
  nothing_reacts: `People with at least one dead click on this place (nothing reacted to it), of all people who saw the screen. ${INTERVAL}`,
  came_back: `People to whom the screen was presented again after they had left it, of all to whom it was presented. ${INTERVAL}`,
  people: `People to whom this applies, of all in the base whom the filter keeps. ${INTERVAL}`,
  question: `People by answer, of all who answered; who left the question out is not counted. ${INTERVAL} Means and scores are of five answers and more. ${T_INTERVAL} That of the Net Promoter Score is Rocks’.`,
};
