// The three frames of the moment drawer: beside the page, over it from below in a narrow window, and over all of it
// while a moment plays, so that the picture is as large as the page allows.
import { X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useMedia } from '#web/lib/use-media.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';

export interface FrameProps extends HeadingProps {
  onKeyDown: (event: KeyboardEvent) => void;
  /** The player of the chosen moment, or null or false if none is chosen. */
  player: ReactNode;
  /** The list of people with its controls. */
  children: ReactNode;
}

/** Chooses the frame by the width of the window and by whether a moment is chosen. */
export function MomentFrame(props: FrameProps) {
  const isWide = useMedia('(width >= 75rem)');
  const hasColumns = useMedia('(width >= 48rem)');
  useReturnedFocus();
  if (props.player && hasColumns) return <PlayerFrame {...props} />;
  return isWide ? <BesideFrame {...props} /> : <SheetFrame {...props} />;
}

/** Returns the focus to the control that opened the drawer, unless something else has it by then. */
function useReturnedFocus(): void {
  // Read while rendering, because the frame takes the focus in an effect.
  const [opener] = useState(() => document.activeElement);
  useLayoutEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        if (opener instanceof HTMLElement || opener instanceof SVGElement) {
          opener.focus({ preventScroll: true });
        }
      }),
    [opener],
  );
}

/** A part of the page: the keys work while the focus is in it (WCAG 2.2, 2.1.4). */
function BesideFrame({ heading, onKeyDown, player, children, ...frameProps }: FrameProps) {
  useEffect(() => {
    // Nothing was pressed: a reload found it open.
    if (document.activeElement !== document.body) heading.current?.focus({ preventScroll: true });
  }, [heading]);
  return (
    <aside
      aria-labelledby="moments"
      onKeyDown={onKeyDown}
      className="sticky top-18 flex max-h-[calc(100dvh-5.5rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-md print:hidden"
    >
      <Heading heading={heading} {...frameProps} />
      {player}
      {children}
    </aside>
  );
}

/** A dialog from below. */
function SheetFrame(props: FrameProps) {
  const { onClose, onKeyDown, player, children, ...frameProps } = props;
  return (
    <ModalFrame
      onClose={onClose}
      onKeyDown={onKeyDown}
      heading={frameProps.heading}
      className="mx-auto mt-auto mb-0 max-h-[88dvh] w-full max-w-2xl rounded-t-xl border border-line border-b-0 bg-surface p-0 shadow-lg"
    >
      <div className="flex max-h-[88dvh] flex-col overflow-hidden">
        <Heading onClose={onClose} {...frameProps} />
        {player}
        {children}
      </div>
    </ModalFrame>
  );
}

/** A dialog over the whole page: the picture, and the list beside it. */
function PlayerFrame(props: FrameProps) {
  const { onClose, onKeyDown, player, children, ...frameProps } = props;
  return (
    <ModalFrame
      onClose={onClose}
      onKeyDown={onKeyDown}
      heading={frameProps.heading}
      className="m-auto h-[calc(100dvh-2rem)] max-h-none w-[calc(100vw-2rem)] max-w-none rounded-xl border border-line bg-surface p-0 shadow-lg"
    >
      <div className="grid h-full grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] overflow-hidden">
        <div className="flex min-h-0 min-w-0 flex-col">{player}</div>
        <div className="flex min-h-0 min-w-0 flex-col border-line border-l">
          <Heading onClose={onClose} {...frameProps} />
          {children}
        </div>
      </div>
    </ModalFrame>
  );
}

interface ModalFrameProps extends Pick<FrameProps, 'onClose' | 'onKeyDown' | 'heading'> {
  className: string;
  children: ReactNode;
}

/** The browser keeps the focus in it; it begins at the heading, so that Space plays and presses no control. */
function ModalFrame({ onClose, onKeyDown, heading, className, children }: ModalFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus({ preventScroll: true });
    return () => element?.close();
  }, [heading]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="moments"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        // React reports the Escape of a dialog within this one here too.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
      className={className}
    >
      {children}
    </dialog>
  );
}

interface HeadingProps {
  title: string;
  subtitle: string | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
}

function Heading({ title, subtitle, heading, onClose }: HeadingProps) {
  return (
    <header className="flex items-start gap-2 border-line border-b py-2 pr-2 pl-4">
      <div className="min-w-0 grow py-1.5">
        <h2 ref={heading} id="moments" tabIndex={-1} className="text-base">
          <Name>{title}</Name>
        </h2>
        {subtitle && (
          <p className="text-muted text-sm">
            <Name>{subtitle}</Name>
          </p>
        )}
      </div>
      <IconButton
        label="Close (Escape)"
        icon={<X aria-hidden className="size-5" />}
        onClick={onClose}
      />
    </header>
  );
}
