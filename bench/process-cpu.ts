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

/** The same with every process below it that runs now: a server's workers, a database's. */
export async function cpuMsOfTree(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const own = await cpuMs(pid).catch(() => 0);
  const below = await Promise.all((await childrenOf(pid)).map(cpuMsOfTree));
  return below.reduce<number>((sum, ms) => sum + (ms ?? 0), own ?? 0);
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
