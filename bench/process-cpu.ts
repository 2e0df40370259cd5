// CPU time of processes, as Linux counts it: of all their threads, of all they started.
import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds of CPU that a process has used, or null where the system does not report it. */
export async function cpuMs(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  // The first number of each schedstat, in nanoseconds.
  const stats = await Promise.all(
    (await readdir(`/proc/${pid}/task`)).map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0'),
    ),
  );
  return stats.reduce((sum, stat) => sum + Number.parseInt(stat, 10) / 1e6, 0);
}

/** The same with every process below it, also ended ones: a server's workers, a database's. */
export async function cpuMsOfTree(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const own = await cpuMs(pid).catch(() => 0);
  const { endedThreadsMs, endedProcessesMs } = await endedMs(pid, own ?? 0);
  const below = await Promise.all((await childrenOf(pid)).map(cpuMsOfTree));
  const sum = (own ?? 0) + endedThreadsMs + endedProcessesMs;
  return below.reduce<number>((total, ms) => total + (ms ?? 0), sum);
}

const MS_PER_TICK = 10;

/** Returns the use of ended threads and ended processes, to a hundredth of a second. */
async function endedMs(pid: number, livingMs: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name of the program, in brackets, may have blanks.
  const fields =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number) ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  const ownMs = (user + system) * MS_PER_TICK;
  return {
    endedThreadsMs: Math.max(0, ownMs - livingMs - MS_PER_TICK),
    endedProcessesMs: (endedUser + endedSystem) * MS_PER_TICK,
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
    ),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
