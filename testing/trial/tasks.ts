// A test with four tasks: its people go through the passages of the trial one after the other, on two files and a web
// page, in one recording each.
import type { Outcome } from '#contract/outcomes.ts';
import type { Width } from './design.ts';
import { type Person, type Plan, PRESENTED_AT_MS, personOf, plansAt } from './people.ts';
import { messagesOf, type play } from './play.ts';

/** Frames of the tasks on prototypes. The first and the third one share a file, the fourth task is on a web page. */
export const TASK_WIDTHS = [1440, 375, 1440] as const satisfies readonly Width[];
export const PAGE_STEP = 4;

type Session = Parameters<typeof play>[2];

export interface Participant {
  session: Session;
  /** The passages through the tasks that were shown, in their order. */
  runs: readonly Person[];
  /** The web page was shown. */
  sawPage: boolean;
}

/** Between the end of a task and the next one: the card and the text. */
const PAUSE_MS = 5000;
const PAGE_MS = 9000;

/** Prime to the number of plans, so that the passages of one person differ. */
const STRIDES = [19, 23, 31];

export function participants(): Participant[] {
  const all = TASK_WIDTHS.map((width, at) =>
    plansAt(width)
      // A running session is not read; a frame that stays loaded is no silent one.
      .filter(({ end, isSilent }) => end !== 'running' && !(isSilent && at === 2))
      .flatMap((plan) => Array<Plan>(plan.count).fill(plan)),
  );
  const people = Math.max(...all.map(({ length }) => length));
  return Array.from({ length: people }, (_, index) => {
    const plans = all.map((list, at) => list[(index * (STRIDES[at] ?? 1) + at) % list.length]);
    return participantOf(
      plans.filter((plan) => plan !== undefined),
      index,
    );
  });
}

function participantOf(plans: readonly Plan[], index: number): Participant {
  const runs: Person[] = [];
  let beginMs = 1500;
  for (const [at, plan] of plans.entries()) {
    const width = TASK_WIDTHS[at] ?? 1440;
    const run = later(personOf(plan, index, width), beginMs);
    runs.push(run);
    if (run.end === 'tab_closed' || run.end === 'sharing_ended') break;
    beginMs = run.lengthMs + PAUSE_MS;
  }
  const last = runs.at(-1);
  const [first] = runs;
  if (!first || !last) throw new Error('a plan for each task');
  const isOver = last.end === 'tab_closed' || last.end === 'sharing_ended';
  // Every fifth person presses Stop & Upload in the last task on a prototype.
  const sawPage = !isOver && index % 5 !== 0;
  const excluded = runs.some(({ byHand }) => byHand === 'excluded');
  const { name, device } = first;
  const lengthMs = sawPage ? beginMs + PAGE_MS : last.lengthMs;
  return {
    session: {
      name,
      device,
      lengthMs,
      end: isOver ? last.end : 'stopped',
      messages: [
        ...runs.flatMap((run, at) => {
          const isLast = at === runs.length - 1;
          const isEnded = !isLast || (!isOver && (sawPage || run.end === 'stuck'));
          return messagesOfRun(run, { step: at + 1, isEnded });
        }),
        ...(sawPage ? [boundary(PAGE_STEP, beginMs)] : []),
      ],
      answers: runs.flatMap(({ answers }, at) => (answers ? [{ ...answers, step: at + 1 }] : [])),
    },
    runs: excluded ? runs.map((run) => ({ ...run, outcome: 'excluded' as Outcome })) : runs,
    sawPage,
  };
}

const boundary = (step: number, atMs: number) => ({
  atMs,
  type: 'TRYOUT_STEP_SHOWN' as const,
  data: { step },
});

function messagesOfRun(run: Person, { step, isEnded }: { step: number; isEnded: boolean }) {
  const how = run.end === 'stuck' ? 'stuck' : 'done';
  const messages = messagesOf(run, TASK_WIDTHS[step - 1] ?? 1440);
  const isLoad = ({ atMs }: { atMs: number }) => atMs === run.beganAtMs;
  return [
    // The frame has loaded before the task is shown.
    ...messages.filter(isLoad),
    boundary(step, run.beganAtMs),
    ...messages.filter((message) => !isLoad(message)),
    ...(isEnded
      ? [{ atMs: run.lengthMs, type: 'TRYOUT_STEP_ENDED' as const, data: { step, how } }]
      : []),
  ];
}

/** The same passage, begun at another time. */
function later(run: Person, beginMs: number): Person {
  const by = beginMs - PRESENTED_AT_MS;
  const move = <T extends { atMs: number }>(item: T) => ({ ...item, atMs: item.atMs + by });
  return {
    ...run,
    beganAtMs: run.beganAtMs + by,
    lengthMs: run.lengthMs + by,
    visits: run.visits.map(move),
    presses: run.presses.map(move),
  };
}
