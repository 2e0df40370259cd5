// The security log's lines: format, folding, ids alone; every event is documented.
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { shortAddress } from '#server/platform/http/client-address.ts';
import { writeTables } from '#testing/documentation-tables.ts';
import { createLog } from './log.ts';
import { createSecurityLog } from './security-log.ts';

const ids = {
  userId: '01890000-0000-7000-8000-000000000001',
  workspaceId: '01890000-0000-7000-8000-000000000002',
};

function captured(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { lines, security: createSecurityLog(log) };
}

it('writes one marked line an event, with the ids of the call under way [16.2.1]', async () => {
  const { lines, security } = captured();
  const call = { endpoint: 'tests.delete', address: '203.0.113.0/24', ...ids };
  await security.during(call, async () => {
    security.write({ event: 'test.deleted', testId: ids.userId });
  });
  security.write({ event: 'account.deleted', userId: ids.userId });
  expect(lines).toMatchObject([
    { log: 'security', version: 1, event: 'test.deleted', testId: ids.userId, ...call },
    { log: 'security', version: 1, event: 'account.deleted', userId: ids.userId },
  ]);
  const ofTheCall = ['endpoint', 'address', 'workspaceId'];
  expect(Object.keys(lines[1] ?? {}).filter((name) => ofTheCall.includes(name))).toEqual([]);
});

it.each([
  ['error', 1],
  ['silent', 0],
])('at the log level %s writes %i lines', (level, count) => {
  const { lines, security } = captured(level);
  security.write({ event: 'account.deleted', userId: ids.userId });
  expect(lines).toHaveLength(count);
});

it('shows nothing that has not the format of an id', () => {
  const { lines, security } = captured();
  security.write({ event: 'account.deleted', userId: 'ada@example.com', code: 'Ada Lovelace' });
  expect(lines).toMatchObject([{ userId: 'unreadable', code: 'unreadable' }]);
});

it('folds repeats into the first line and one with their count, a minute later', () => {
  vi.useFakeTimers();
  try {
    const { lines, security } = captured();
    const refusal = {
      event: 'access.refused',
      endpoint: 'tests.get',
      code: 'not_signed_in',
    } as const;
    for (let at = 0; at < 5000; at += 1) security.write(refusal);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(1)).toMatchObject([{ ...refusal, count: 4999 }]);
    vi.advanceTimersByTime(600_000);
    expect(lines).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

it('a flood from many callers stays within 403 lines a minute, and none is uncounted', () => {
  const { lines, security } = captured();
  for (let at = 0; at < 20_000; at += 1) {
    const address = `203.${at >> 8}.${at & 255}.0/24`;
    security.write({ event: 'rate.exceeded', endpoint: 'sessions.start', address });
  }
  security.flush();
  expect(lines.length).toBeLessThanOrEqual(403);
  const total = lines.reduce((sum, { count }) => sum + ((count as number | undefined) ?? 1), 0);
  expect(total).toBe(20_000);
});

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:12:3456::1', '2001:db8:12::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['no address', 'unknown'],
])('shortens %s to %s', (ip, short) => expect(shortAddress(ip)).toBe(short));

it('the ordinary log shows no fields of errors and no email [16.2.5]', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const cause = Object.assign(new Error('550 <ada@example.com> unknown'), {
    rejected: ['ada@example.com'],
  });
  const err = Object.assign(new Error('no mail to ada@example.com', { cause }), {
    code: '23505',
    detail: 'Key (name)=(Ada Lovelace) already exists.',
  });
  log.error({ err, req: { url: '/?token=secret' } }, 'unexpected error');
  expect(lines[0]).toContain('23505');
  expect(lines[0]).not.toMatch(/ada@|Lovelace|secret/);
});

it('each line is one JSON object with its time in UTC, whatever a text holds [16.2.2, 16.2.4, 16.4.1]', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const forged = 'x\n{"level":30,"log":"security","event":"sign-in.begun"}\r\n\u2028\u001b[2J';
  log.info({ name: forged }, forged);
  log.error({ err: new Error(forged) }, 'unexpected error');
  createSecurityLog(log).write({ event: 'account.deleted', userId: forged });
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect([...line].filter((character) => character < ' ')).toEqual(['\n']);
    const { time } = JSON.parse(line);
    expect(Math.abs(time - Date.now())).toBeLessThan(600_000);
  }
});

it('the tables in docs/ are current: node scripts/write-security.mjs [8.1.1, 16.1.1]', () => {
  expect(writeTables({ check: true })).toEqual([]);
});
