// Detection of a process's identity over time, by /proc and by ps.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { describeProcess, servedCluster, startFromPs, startOf } from './process-identity.ts';

it.each([startOf, startFromPs])('tells two processes apart: %o', async (start) => {
  const own = start(process.pid);
  expect(own).toMatch(/^\S+$/);
  expect(start(process.pid)).toBe(own);
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  expect(start(pid)).not.toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(start(pid)).toBeNull();
});

it('describes a process by its command', () => {
  expect(describeProcess(process.pid)).toMatch(/^process \d+ \(.*node.*\)$/);
  expect(describeProcess(2 ** 30)).toBe(`process ${2 ** 30}`);
});

it('finds no data folder of a program that is no database server', () => {
  expect(servedCluster(process.pid)).toBeNull();
});
