// DATA_DIR: made closed, closed when it was open, and named when it cannot be used.
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdDataFolder, makeDataFolder } from './data-folder.ts';

const asRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
let messages: string[];
const say = (_detail: object, message: string) => messages.push(message);
const log = { info: say, warn: say };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-data-'));
  dataDir = join(folder, 'data');
  messages = [];
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (...names: string[]) =>
  ((await stat(join(dataDir, ...names))).mode & 0o7777).toString(8);

it('is made with the folders above it, closed, and taken as it is when it is there [13.3.2]', async () => {
  dataDir = join(folder, 'a', 'b');
  await makeDataFolder(dataDir, log);
  await makeDataFolder(dataDir, log);
  expect([await modeOf(), messages]).toEqual(['700', []]);
});

it('is closed with what is ours in it when it was left open, and the log says so', async () => {
  await mkdir(join(dataDir, 'media', 'recordings'), { recursive: true });
  await mkdir(join(dataDir, 'outbox'));
  await writeFile(join(dataDir, 'session-secret'), 's', { mode: 0o644 });
  await chmod(dataDir, 0o755);
  await makeDataFolder(dataDir, log);
  const names = [[], ['media'], ['outbox'], ['session-secret']];
  const modes = await Promise.all(names.map((path) => modeOf(...path)));
  expect(modes).toEqual(['700', '700', '700', '600']);
  expect(messages).toHaveLength(4);
  expect(messages[0]).toBe(`${dataDir} was open to other users (mode 755) and is closed now (700)`);
  messages.length = 0;
  await makeDataFolder(dataDir, log);
  expect(messages).toEqual([]);
});

it('closes media that lie elsewhere, by a link', async () => {
  await mkdir(dataDir);
  await mkdir(join(folder, 'disk'), { mode: 0o755 });
  await symlink(join(folder, 'disk'), join(dataDir, 'media'));
  await makeDataFolder(dataDir, log);
  expect(await modeOf('media')).toBe('700');
});

it.each([
  ['holds other things', 0o755, 'index.html'],
  ['belongs to all, like /tmp', 0o1777, 'media'],
])('is left open when it %s, with a warning', async (_what, mode, name) => {
  await mkdir(join(dataDir, name), { recursive: true });
  await chmod(dataDir, mode);
  await makeDataFolder(dataDir, log);
  expect(await modeOf()).toBe(mode.toString(8));
  expect(messages[0]).toContain('give this server a folder of its own');
});

describe.runIf(asRoot)('another user’s folder is refused, with what to do', () => {
  beforeEach(async () => {
    await mkdir(join(dataDir, 'media'), { recursive: true });
    await writeFile(join(dataDir, 'session-secret'), 'planted', { mode: 0o644 });
    await chmod(dataDir, 0o777);
  });
  const refusal = (path: string, user: string) =>
    `Configuration: DATA_DIR cannot be used: ${path} belongs to user 12345, and this server runs as ${user}. Start it as 12345, or give this server a folder that belongs to ${user}`;

  it('as an ordinary user, also when everyone may write to it', async () => {
    await chown(dataDir, 12_345, 12_345);
    await asUser(65_534, () =>
      expect(makeDataFolder(dataDir, log)).rejects.toThrow(refusal(dataDir, 'nobody')),
    );
    expect(await modeOf()).toBe('777');
  });

  it('as root, whose files that user could not write later', async () => {
    await chown(dataDir, 12_345, 12_345);
    await expect(makeDataFolder(dataDir, log)).rejects.toThrow(refusal(dataDir, 'root'));
  });

  it('as root, also before it is made inside of that user’s folder', async () => {
    await chown(folder, 12_345, 12_345);
    const missing = join(folder, 'a', 'data');
    await expect(makeDataFolder(missing, log)).rejects.toThrow(refusal(folder, 'root'));
    expect(await readdir(folder)).toEqual(['data']);
  });

  it.each(['session-secret', 'media'])('when only its %s is another user’s', async (name) => {
    await chown(join(dataDir, name), 12_345, 12_345);
    const path = join(dataDir, name);
    await expect(makeDataFolder(dataDir, log)).rejects.toThrow(refusal(path, 'root'));
  });
});

it('stops the start with one line that names it', async () => {
  const folder = makeDataFolder(join('/dev/null', 'data'), log);
  await expect(folder).rejects.toThrow(/^Configuration: DATA_DIR cannot be used: .*\/dev\/null.*$/);
});

it('belongs to one server at a time, also where its database is elsewhere, and to the next one after it', async () => {
  const hold = async (needed: boolean) => {
    const closing = new AsyncDisposableStack();
    await holdDataFolder({ dataDir, needed, log }, closing);
    return closing;
  };
  const first = await hold(false);
  await expect(hold(true)).rejects.toThrow(
    new RegExp(
      `^Configuration: DATA_DIR cannot be used: the folder ${dataDir} is in use by another server, says .*DATA_DIR of its own$`,
    ),
  );
  await expect(hold(false)).rejects.toThrow('is in use by');
  await first.disposeAsync();
  await (await hold(true)).disposeAsync();
});

it('may be missing where nothing has to be kept in it', async () => {
  const closing = new AsyncDisposableStack();
  const at = { dataDir: '/dev/null/data', log };
  await holdDataFolder({ ...at, needed: false }, closing);
  await expect(holdDataFolder({ ...at, needed: true }, closing)).rejects.toThrow('DATA_DIR');
});

/** Tests run in a process, whose effective user can change and change back. */
async function asUser(uid: number, step: () => Promise<void>): Promise<void> {
  await chmod(folder, 0o755);
  process.seteuid?.(uid);
  try {
    await step();
  } finally {
    process.seteuid?.(0);
  }
}
