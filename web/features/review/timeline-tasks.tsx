// Above the timeline of a test with several tasks: a band for each task, which leads to its beginning.
import type { Player } from '#web/entities/recording/player.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Name } from '#web/ui/name.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { type TaskStretch, taskAt, taskName } from './tasks.ts';
import { stretch } from './timeline-notes.tsx';

interface TimelineTasksProps {
  player: Player;
  tasks: readonly TaskStretch[];
}

/** Renders nothing for a test with one task. */
export function TimelineTasks({ player, tasks }: TimelineTasksProps) {
  const durationMs = useStore(player, (state) => state.durationMs);
  const current = useStore(player, ({ atMs }) => taskAt(tasks, atMs));
  if (tasks.length === 0) return null;
  return (
    <ol aria-label="Tasks" className="relative mb-1 h-6 overflow-hidden">
      {durationMs > 0 &&
        tasks.map((task, at) => (
          <li
            key={task.run.step}
            className="absolute inset-y-0 min-w-2 pr-px"
            style={stretch(task.fromMs, task.toMs, durationMs)}
          >
            <Tooltip
              text={
                <span className="line-clamp-4">
                  {taskName(task)} · <Name>{task.run.task}</Name>
                </span>
              }
            >
              <button
                type="button"
                aria-current={at === current ? 'true' : undefined}
                onClick={() => player.seek(task.fromMs)}
                className="@container block h-full w-full truncate rounded-sm bg-hover px-1 text-muted text-xs hover:bg-line hover:text-text focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-text"
              >
                <span className="@max-[2.5rem]:sr-only">{taskName(task)}</span>
                <span
                  aria-hidden
                  className="@max-[0.5rem]:hidden @min-[2.5rem]:hidden tabular-nums"
                >
                  {task.run.position}
                </span>
              </button>
            </Tooltip>
          </li>
        ))}
    </ol>
  );
}
