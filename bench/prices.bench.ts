// The price list against this machine: CPU of server and database for the worst permitted input of each call that needs no
// account, times how often an address may make it. Fails above a twentieth of a core.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { prices } from '#testing/prices/price-list.ts';
import { CPU_MS_PER_SECOND_MAX, cpuPerSecond, howOften } from '#testing/prices/prices.ts';
import { priceCalls } from './price-calls.ts';
import { type PricedRequest, sendPriced } from './price-request.ts';
import { type PriceStage, withPriceStage } from './price-stage.ts';
import { cpuMsOfTree } from './process-cpu.ts';
import { tableOf } from './report.ts';
import { alone, type Row } from './rows.ts';

const CALLS = 7;
/** Calls that take seconds. */
const FEW_CALLS: Readonly<Record<string, number>> = {
  'sessions.finish': 2,
  'reels.download': 1,
};
/** A call below so many milliseconds is made more often, because ended threads are counted in steps of ten. */
const CHEAP_MS = 10;
const CHEAP_CALLS = 20;
const BATCHES = 3;
/** A new address after so many: the rates are not what is measured. */
const CALLS_OF_ADDRESS = 2;
const IDLE_MS = 300;
/** Work that goes on after the answer. */
const AFTER_MS = 100;

export async function run(): Promise<Row[]> {
  const rows = await withPriceStage(measureAll);
  console.info(tableOf(rows));
  const bounded = rows.filter(({ aim }) => aim !== '–');
  const dear = bounded.filter(({ ours }) => !(ours <= CPU_MS_PER_SECOND_MAX));
  if (dear.length > 0) throw new Error(`these calls cost too much:\n${tableOf(dear)}`);
  const [dearest] = bounded.toSorted((one, other) => other.ours - one.ours);
  if (!dearest) throw new Error('no call has a price');
  // The row has the same name in each run, so that the page has one.
  return [{ ...dearest, name: 'the dearest call', unit: `${dearest.unit} (${dearest.name})` }];
}

async function measureAll(stage: PriceStage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [number, name] of Object.keys(prices).entries()) {
    const { cpuMs, points } = await priceOf(stage, name, number + 10);
    console.info(`${name}: ${cpuMs.toFixed(1)} ms, ${points} points`);
    const listed = prices[name]?.points ?? 0;
    if (points < listed) throw new Error(`${name} takes ${points} points, the list says ${listed}`);
    const aim = prices[name]?.exceeds ? '–' : `at most ${CPU_MS_PER_SECOND_MAX} ms`;
    rows.push(
      alone({ name, ours: cpuMs, unit: 'ms of CPU a call', aim: '–' }),
      alone({ name, ours: cpuPerSecond(name, cpuMs), unit: 'ms of CPU a second', aim }),
    );
  }
  return rows;
}

interface Measured {
  cpuMs: number;
  /** Charged against the rate of a visitor of a link, for one call. */
  points: number;
}

async function priceOf(stage: PriceStage, name: string, number: number): Promise<Measured> {
  const make = priceCalls[name];
  if (!make) throw new Error(`${name} has no request in bench/price-calls.ts`);
  let calls = FEW_CALLS[name] ?? CALLS;
  let sent = 0;
  const batch = async () => {
    const requests: PricedRequest[] = [];
    for (let at = 0; at < calls; at += 1) requests.push(await make(stage, sent + at));
    return await cpuOf(stage, async () => {
      for (const request of requests) {
        const address = `127.0.${number}.${1 + Math.floor(sent / CALLS_OF_ADDRESS)}`;
        const { status, text } = await sendPriced(stage.server.origin, request, address);
        if (status === 429 || status >= 500) throw new Error(`${name} answers ${status}: ${text}`);
        sent += 1;
      }
    });
  };
  // Code is compiled and read meanwhile.
  const isCheap = (await batch()) < CHEAP_MS * calls;
  if (isCheap && howOften(name).scope !== 'session') calls = CHEAP_CALLS;
  const from = await chargedPoints(stage);
  const batchesMs: number[] = [];
  for (let number = 0; number < BATCHES; number += 1) batchesMs.push(await batch());
  return {
    // The least, because other programs of the machine add to a batch.
    cpuMs: Math.min(...batchesMs) / calls,
    points: ((await chargedPoints(stage)) - from) / (BATCHES * calls),
  };
}

/** Milliseconds of CPU that a piece of work costs, with what goes on after its answers, and without what runs anyway. */
async function cpuOf(stage: PriceStage, work: () => Promise<void>): Promise<number> {
  const idleFrom = await cpuMs(stage);
  await sleep(IDLE_MS);
  const from = await cpuMs(stage);
  const fromMs = performance.now();
  await work();
  await sleep(AFTER_MS);
  const usedMs = (await cpuMs(stage)) - from;
  const idleMs = ((from - idleFrom) * (performance.now() - fromMs)) / IDLE_MS;
  return Math.max(0, usedMs - idleMs);
}

async function cpuMs({ server }: PriceStage): Promise<number> {
  return (await cpuMsOfTree(server.pid() ?? 0)) ?? Number.NaN;
}

async function chargedPoints({ db }: PriceStage): Promise<number> {
  const { rows } = await sql<{
    points: string | null;
  }>`SELECT sum(points) AS points FROM rate_counts
    WHERE key LIKE 'computing of visitor:%'`.execute(db);
  return Number(rows[0]?.points ?? 0);
}
