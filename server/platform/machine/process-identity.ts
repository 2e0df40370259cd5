// Tells whether a process noted down earlier is still the same one: a process id alone is given out again.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** State and start time among the fields behind the name in /proc/PID/stat (proc(5): fields 3 and 22). */
const STATE_FIELD = 0;
const START_FIELD = 19;

/**
 * Start of a process, as an opaque text that differs between two processes with the same id (Linux: ticks since boot
 * and the boot's id; elsewhere: the output of ps), or null if there is none, or it has ended and only waits to be
 * collected.
 */
export function startOf(pid: number): string | null {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

function startFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may itself contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[STATE_FIELD] === 'Z') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${fields[START_FIELD]}@${boot}`;
  } catch {
    return null; // no such process
  }
}

/** Opaque text for the set of visible process ids: containers have namespaces of their own (pid_namespaces(7)). */
export function namespaceOf(): string {
  if (process.platform !== 'linux') return 'all';
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'unknown'; // a kernel without namespaces
  }
}

/** @internal exported for its test: systems without /proc. */
export function startFromPs(pid: number): string | null {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [state = 'Z', ...start] = line.split(/\s+/);
    return state.startsWith('Z') ? null : start.join('-');
  } catch {
    return null; // no such process
  }
}

/** Process id and command line, for messages. */
export function describeProcess(pid: number): string {
  const command = commandOf(pid).slice(0, 80);
  return command ? `process ${pid} (${command})` : `process ${pid}`;
}

/** The data folder of a PostgreSQL server, or null when the process is none, has ended or belongs to another user. */
export function servedCluster(pid: number): string | null {
  // The folder's path may have blanks, so the next option ends it (db/embedded/postmaster.ts).
  if (process.platform !== 'linux') {
    return commandOf(pid).split(' -D ')[1]?.split(' -c ')[0] ?? null;
  }
  try {
    // A server works in its data folder, also after that was moved.
    const folder = readlinkSync(`/proc/${pid}/cwd`);
    return commandOf(pid).includes('postgres') ? folder : null;
  } catch {
    return null;
  }
}

function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return ''; // it has ended
  }
}
