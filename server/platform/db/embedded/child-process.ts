// Ends a program of PostgreSQL together with this process, even if that ends by its limit for stopping, or by an
// error that nothing caught. Only a kill leaves the program behind; the next start finds it (orphan.ts).
import type { ChildProcess } from 'node:child_process';

/** @param kill must be synchronous: nothing else runs when a process ends */
export function endWithThisProcess(child: ChildProcess, kill: () => void): void {
  process.on('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
