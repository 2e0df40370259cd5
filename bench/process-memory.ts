// The memory that a process holds, as Linux counts it.
import { readFile } from 'node:fs/promises';

/** Resident bytes (VmRSS), or 0 where the system does not report them. */
export async function memoryBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
