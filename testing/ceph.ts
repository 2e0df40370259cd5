// An S3 service for tests: Ceph's object gateway with all its parts on loopback, in memory, deleted with the test run.
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { openBucket, type S3Settings } from '#server/storage/s3-bucket.ts';
import { cephConfiguration } from './ceph.config.ts';
import { claimPort } from './claimed-port.ts';
import { findProgram, type ProgramKind } from './programs.ts';

const run = promisify(execFile);
const HOST = '127.0.0.1';
/** A step that takes longer hangs; the whole start takes a second or two. */
const STEP_LIMIT_MS = 30_000;
/** Bytes that the user with a quota may store in a bucket: less than a batch of the storage. */
const QUOTA_BYTES = 4 * 1024 * 1024;

export interface Ceph {
  /** Makes a bucket; `small`: its user has a quota of 4 MiB. */
  makeBucket(options?: { small?: boolean }): Promise<S3Settings>;
  stop(): Promise<void>;
}

/** Returns whether Ceph's programs are installed. They exist for Linux only. */
export function hasCeph(): boolean {
  try {
    for (const program of ['ceph-mon', 'ceph-osd', 'radosgw'] as const) findProgram(program);
    return true;
  } catch {
    return false; // the run says what is left out
  }
}

export async function startCeph(): Promise<Ceph> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-ceph-'));
  const stops: (() => Promise<void>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  ];
  const stop = async () => {
    for (const step of stops.reverse()) await step();
  };
  try {
    const endpoint = await startParts(folder, stops);
    return { makeBucket: ({ small = false } = {}) => makeBucket(endpoint, small), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Monitor, one store, gateway, each when the one before is up. */
async function startParts(folder: string, stops: (() => Promise<void>)[]): Promise<string> {
  const fsid = crypto.randomUUID();
  const monitor = `v1:${HOST}:${await claimPort()}`;
  const port = await claimPort();
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name));
  const conf = join(folder, 'ceph.conf');
  await writeFile(conf, cephConfiguration({ folder, fsid, monitor, endpoint: `${HOST}:${port}` }));
  const step = async (program: ProgramKind, ...args: string[]) => {
    await run(findProgram(program), ['-c', conf, ...args], { timeout: STEP_LIMIT_MS });
  };
  const daemon = (program: 'ceph-mon' | 'ceph-osd' | 'radosgw', ...args: string[]) => {
    stops.push(startGuarded(findProgram(program), ['-c', conf, '-f', ...args]));
  };
  const [map, stores] = [join(folder, 'monmap'), join(folder, 'osdmap')];
  await step('monmaptool', '--create', '--addv', 'a', `[${monitor}]`, '--fsid', fsid, map);
  await step('osdmaptool', '--createsimple', '1', stores);
  const noKeys = ['--keyring', '/dev/null'];
  await step('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--osdmap', stores, ...noKeys);
  daemon('ceph-mon', '-i', 'a', ...noKeys);
  await step('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', crypto.randomUUID());
  daemon('ceph-osd', '-i', '0');
  for (const { name, key } of [users.large, users.small]) {
    const secret = `--secret-key=${secretOf(key)}`;
    await step(
      'radosgw-admin',
      ...['user', 'create', `--uid=${name}`, `--display-name=${name}`],
      ...[`--access-key=${key}`, secret],
    );
  }
  const quota = ['--quota-scope=bucket', `--uid=${users.small.name}`];
  await step('radosgw-admin', 'quota', 'set', ...quota, `--max-size=${QUOTA_BYTES}`);
  await step('radosgw-admin', 'quota', 'enable', ...quota);
  daemon('radosgw', '-n', 'client.rgw.a');
  await untilAnswers(`http://${HOST}:${port}`);
  return `http://${HOST}:${port}`;
}

const users = {
  large: { name: 'large', key: 'largekey' },
  small: { name: 'small', key: 'smallkey' },
};

function secretOf(key: string): string {
  return `secret-of-${key}`;
}

async function makeBucket(endpoint: string, small: boolean): Promise<S3Settings> {
  const { key } = small ? users.small : users.large;
  const settings = {
    bucket: `tests-${crypto.randomUUID()}`,
    endpoint,
    region: 'us-east-1',
    accessKeyId: key,
    secretAccessKey: secretOf(key),
  };
  const { client, name } = openBucket(settings);
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
  return settings;
}

/** Runs a program until `stop`, or until this process ends however it ends: its guard's input closes then. */
function startGuarded(program: string, args: readonly string[]): () => Promise<void> {
  const script = '"$@" </dev/null & read -r done; kill -KILL $!; wait';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', program, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  return async () => {
    const exit = new Promise((resolve) => guard.once('exit', resolve));
    guard.stdin.end();
    if (guard.exitCode === null) await exit;
  };
}

async function untilAnswers(origin: string): Promise<void> {
  const limit = Date.now() + STEP_LIMIT_MS;
  while (Date.now() < limit) {
    if ((await fetch(origin).catch(() => null))?.ok) return;
    await sleep(50);
  }
  throw new Error('the object gateway did not start');
}
