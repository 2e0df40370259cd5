// Computes how often a call of the price list may come and what that comes to, and writes the table of docs/security.md.
import { api } from '#contract/api.ts';
import { type CallRate, type Endpoint, isOfPerson } from '#contract/endpoint.ts';
import { COMPUTING_RATE_OF_VISITOR, VIEW_RATE } from '#contract/limits.ts';
import { type Price, prices } from './price-list.ts';

/** Milliseconds of CPU a second that an address may cost with one call: a twentieth of a core. */
export const CPU_MS_PER_SECOND_MAX = 50;

const rows: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(
      ([name, row]) => [`${group}.${name}`, row] as const,
    ),
  ),
);

/** Returns the names of the calls that need no account. */
export function readOpenCalls(): string[] {
  return [...rows].flatMap(([name, { permission, viewedBy }]) =>
    isOfPerson(permission) && !viewedBy ? [] : [name],
  );
}

interface HowOften extends CallRate {
  /** The calls of one count together. */
  scope: 'session' | 'address' | 'link and address';
}

/** Returns how often a call of the list may come with its worst input. @throws Error for a call without a bound */
export function howOften(name: string): HowOften {
  const row = rows.get(name);
  const { rate = row?.rate, points } = prices[name] ?? {};
  const scope = row?.permission === 'participant' ? 'session' : 'address';
  if (points !== undefined) {
    const { calls, perSeconds } = COMPUTING_RATE_OF_VISITOR;
    return { calls: Math.floor(calls / points), perSeconds, scope: 'link and address' };
  }
  if (rate) return { ...rate, scope };
  if (row && (row.viewedBy || row.permission === 'visitor')) {
    return { ...VIEW_RATE, scope: 'link and address' };
  }
  throw new Error(`${name} has no rate`);
}

/** Returns the milliseconds of CPU a second that a call may come to. @param cpuMs of one call, that of the list by default */
export function cpuPerSecond(name: string, cpuMs = prices[name]?.cpuMs ?? Number.NaN): number {
  const { calls, perSeconds } = howOften(name);
  return (cpuMs * calls) / perSeconds;
}

export function renderPrices(): string {
  const head = ['call', 'worst permitted input', 'CPU', 'stores', 'how often, by', 'CPU a second'];
  const lines = Object.entries(prices).map(([name, price]) => lineOf(name, price));
  return `${[head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function lineOf(name: string, { input, cpuMs, stores = '–', exceeds }: Price): string[] {
  const { calls, perSeconds, scope } = howOften(name);
  const window = perSeconds === 60 ? 'a minute' : `in ${perSeconds} s`;
  const often = `${calls} ${window}, ${scope}`;
  const total = `${cpuPerSecond(name).toFixed(0)} ms${exceeds ? `: ${exceeds}` : ''}`;
  return [`\`${name}\``, input, `${cpuMs} ms`, stores, often, total];
}
