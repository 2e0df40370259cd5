// A handle to drag by, and two buttons that move a thing up and down its list: what dragging does, by keyboard and press.
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import type { Ref } from 'react';
import { IconButton } from './button.tsx';

/** Handle for the pointer; the keyboard has the buttons. */
export function DragHandle({ ref }: { ref: Ref<HTMLButtonElement> }) {
  return (
    <button
      ref={ref}
      type="button"
      tabIndex={-1}
      aria-hidden
      className="grid h-control w-6 shrink-0 cursor-grab place-items-center rounded-md text-muted hover:bg-hover active:cursor-grabbing print:hidden"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
}

interface MoveButtonsProps {
  /** Name of the moved item for screen readers. */
  what: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
}

/** At the ends a button stays and does nothing, so that the keyboard does not lose its place. */
export function MoveButtons({ what, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        label={`Move up: ${what}`}
        title="Move up"
        aria-disabled={isFirst || undefined}
        icon={<ArrowUp aria-hidden className="size-4" />}
        onClick={() => !isFirst && onMove(-1)}
      />
      <IconButton
        label={`Move down: ${what}`}
        title="Move down"
        aria-disabled={isLast || undefined}
        icon={<ArrowDown aria-hidden className="size-4" />}
        onClick={() => !isLast && onMove(1)}
      />
    </>
  );
}
