// Pieces of recordings beside guessed passwords, against the same server without them.
import { endure } from './hostile.bench.ts';
import { alone, quantile, type Row } from './rows.ts';

/** Each with and without tries: 1,080 pieces of each. */
const RUNS = 3;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export async function run(): Promise<Row[]> {
  const plan = {
    participants: 20,
    seconds: 20,
    runs: Array.from({ length: RUNS }, () => ['passwords']),
  };
  const runs = await endure(plan);
  const of = (share: number) => ({
    ours: quantile(
      runs.flatMap(({ beside }) => beside.honest.ackMs),
      share,
    ),
    peer: quantile(
      runs.flatMap(({ without }) => without.honest.ackMs),
      share,
    ),
  });
  const [p50, p99] = [of(0.5), of(0.99)];
  const tries = sum(runs.flatMap(({ beside }) => Object.values(beside.answers)));
  return [
    {
      name: 'piece to acknowledgement, p99',
      unit: 'ms',
      aim: 'at most 1.5 times',
      ...p99,
      ratio: p99.peer / p99.ours,
    },
    { name: 'the same, median', unit: 'ms', aim: '–', ...p50, ratio: p50.peer / p50.ours },
    alone({
      name: 'tried passwords',
      ours: tries / (RUNS * plan.seconds),
      unit: 'tries/s',
      aim: '200',
    }),
    alone({
      name: 'honest calls that failed',
      unit: 'calls',
      aim: '0',
      ours: sum(runs.map(({ beside: { honest } }) => honest.failedTries + honest.failedCalls)),
    }),
  ];
}
