// The thin bar above a step of the participant's page: the state of the recording, the elapsed time, the buttons, and the
// task.
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface StepBarProps {
  heading?: Ref<HTMLHeadingElement>;
  /** Nothing is recorded but clicks and answers. */
  isAlone: boolean;
  isHidden?: boolean;
  /** The kind of the step and its place: 'Task 2 of 4'. */
  label: string;
  /** The task, or null while another step is shown. */
  task: { number: number; text: string } | null;
  elapsed: ReactNode;
  buttons: ReactNode;
}

export function StepBar({
  heading,
  isAlone,
  isHidden = false,
  label,
  task,
  ...rest
}: StepBarProps) {
  return (
    <header
      className={classNames(
        'relative z-20 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-3 pt-2 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:px-4 lg:grid-cols-[auto_minmax(0,1fr)_auto]',
        isHidden && 'invisible',
      )}
    >
      <h1
        ref={heading}
        tabIndex={-1}
        className="flex min-w-0 items-center gap-2 font-semibold text-xs sm:text-sm"
      >
        {/* The dot is static, because an animation would be recorded and would slow the prototype down. */}
        {!isAlone && <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-heat-3" />}
        {isAlone
          ? 'Test in progress (please do not close the tab)'
          : 'Recording in Progress (Please do not close the tab)...'}
      </h1>
      {rest.elapsed}
      {/* The narrowest pages have no room for them beside the heading. */}
      <div className="flex gap-2 max-sm:col-span-full max-sm:*:grow max-sm:*:px-1">
        {rest.buttons}
      </div>
      {task ? (
        <Task key={task.number} label={label} text={task.text} />
      ) : (
        // As high as the line of a task, because the prototype's frame must not change its size.
        <p className="col-span-full py-2 font-semibold text-sm pointer-coarse:py-3">{label}</p>
      )}
    </header>
  );
}

/** One line that opens over the prototype, because its frame must not change its size while it is recorded. */
function Task({ label, text }: { label: string; text: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const isCut = useIsCut(line);
  return (
    <details className="group col-span-full -mx-3 sm:-mx-4">
      <summary className="flex list-none items-center gap-2 px-3 py-2 text-sm hover:bg-hover sm:px-4 pointer-coarse:py-3">
        <span className="shrink-0 font-semibold">{label}</span>
        <span
          ref={line}
          dir="auto"
          className="min-w-0 flex-1 truncate text-muted group-open:invisible"
        >
          {text}
        </span>
        <span
          className={classNames(
            'flex shrink-0 items-center gap-1 font-semibold text-accent',
            !isCut && 'invisible group-open:visible',
          )}
        >
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Hide</span>
          <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
        </span>
      </summary>
      <p
        dir="auto"
        className="absolute inset-x-0 top-full max-h-[60dvh] overflow-y-auto whitespace-pre-line border-line border-b bg-surface px-3 pt-1 pr-[max(0.75rem,100%-44rem)] pb-4 text-base shadow-lg sm:px-4 sm:pr-[max(1rem,100%-44rem)]"
      >
        {text}
      </p>
    </details>
  );
}

/** Returns whether an element's one line is cut off at the current width. */
function useIsCut(element: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const line = element.current;
    if (!line) return;
    const observer = new ResizeObserver(() => setCut(line.scrollWidth > line.clientWidth));
    observer.observe(line);
    return () => observer.disconnect();
  }, [element]);
  return isCut;
}
