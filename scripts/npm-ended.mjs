// Detects that npm, or the shell in which npm runs a script, was ended alone, because neither passes that on.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/** Calls `ended` once when npm has ended. Without npm it does nothing: the script may outlive its parent. */
export function onceNpmEnded(ended) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const npm = npmAbove(parent);
  const looks = setInterval(() => {
    if (process.ppid === parent && (npm === null || isAlive(npm))) return;
    clearInterval(looks);
    ended();
  }, LOOK_EVERY_MS);
  looks.unref();
}

/** Returns the npm that started this shell, or null if the parent is npm itself, because it replaced the shell. */
function npmAbove(pid) {
  const { parent, command } = readProcess(pid);
  return / -c /.test(command) ? parent : null;
}

function readProcess(pid) {
  try {
    return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid);
  } catch {
    return { parent: null, command: '' }; // The process has ended, which its new parent shows.
  }
}

function readFromProc(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name is in parentheses and may contain any character (proc(5): field 4).
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ');
  return { parent: Number(parent), command };
}

function readFromPs(pid) {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
    encoding: 'utf8',
  }).trim();
  const [parent, ...command] = line.split(/\s+/);
  return { parent: Number(parent), command: `${command.join(' ')} ` };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // The process runs as another user.
  }
}
