// The tasks of a recording on its timeline: which one a time belongs to.
import type { RecordingDetail } from '#contract/recordings.ts';

/** A task that was shown, with its stretch of the recording. */
export interface TaskStretch {
  run: RecordingDetail['runs'][number];
  fromMs: number;
  toMs: number;
}

/** Returns the tasks in the order of their times. A session of a test with one task has none: its page is about that one. */
export function taskStretches({
  tasks,
  runs,
  durationMs,
}: Pick<RecordingDetail, 'tasks' | 'runs' | 'durationMs'>): TaskStretch[] {
  if (tasks === 1) return [];
  const inOrder = runs
    .map((run) => ({ run, fromMs: run.beganAtMs ?? 0 }))
    .toSorted((a, b) => a.fromMs - b.fromMs);
  return inOrder.map(({ run, fromMs }, at) => {
    const nextMs = inOrder[at + 1]?.fromMs;
    return { run, fromMs, toMs: Math.max(fromMs, run.endedAtMs ?? nextMs ?? durationMs ?? 0) };
  });
}

/** Index of the task at a time: until the next one begins, the last one; before all, the first one; -1 without tasks. */
export function taskAt(tasks: readonly TaskStretch[], atMs: number): number {
  const found = tasks.findLastIndex(({ fromMs }) => fromMs <= atMs);
  return found === -1 ? Math.min(0, tasks.length - 1) : found;
}

export function taskName({ run }: Pick<TaskStretch, 'run'>): string {
  return `Task ${run.position}`;
}

/** The moment in which a run reached its goal, or null if it did not. */
export function goalOf({ beganAtMs, timeToGoalMs }: TaskStretch['run']): number | null {
  return timeToGoalMs === null ? null : (beganAtMs ?? 0) + timeToGoalMs;
}
