// Panel beside the player, with the same height: a heading, a scrolling body, and a footer.
import type { ReactNode } from 'react';

interface SidePanelProps {
  label: string;
  header: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

export function SidePanel({ label, header, children, footer }: SidePanelProps) {
  return (
    <aside aria-label={label} className="relative min-h-72 max-lg:max-h-[32rem] max-lg:grid">
      <div className="flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface lg:absolute lg:inset-0">
        <header className="border-line border-b px-4 py-3 tabular-nums">{header}</header>
        <div className="relative min-h-0 grow overflow-y-auto" data-follows>
          {children}
        </div>
        {footer && (
          <footer className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t px-4 py-2.5 text-muted text-xs">
            {footer}
          </footer>
        )}
      </div>
    </aside>
  );
}

/**
 * Scrolls a row into view within the panel's body. The page does not scroll, and neither does the body while a person
 * uses it.
 * @param isFirst the content above the row also stays in view
 */
export function followRow(row: Element | null | undefined, isFirst: boolean): void {
  const box = row?.closest<HTMLElement>('[data-follows]') ?? null;
  if (!(row instanceof HTMLElement) || box === null || box.matches(':hover, :focus-within')) return;
  if (box.scrollHeight <= box.clientHeight) return;
  box.scrollTo({ top: isFirst ? 0 : row.offsetTop - box.clientHeight / 3 });
}

/** Panels beside the player. */
export const panels = ['happened', 'transcript'] as const;
export type PanelName = (typeof panels)[number];
const panelNames: Record<PanelName, string> = {
  happened: 'What happened',
  transcript: 'Transcript',
};

interface PanelHeadingProps {
  panel: PanelName;
  /** Switches to the other panel, or null if there is none. */
  onShow: ((name: PanelName) => void) | null;
}

export function PanelHeading({ panel, onShow }: PanelHeadingProps) {
  if (onShow === null) return <h2 className="text-base">{panelNames[panel]}</h2>;
  return (
    <>
      <h2 className="sr-only">{panelNames[panel]}</h2>
      <fieldset className="flex gap-1 rounded-md bg-sunken p-1 not-last:mb-2">
        <legend className="sr-only">Beside the player</legend>
        {panels.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === panel}
            onClick={() => onShow(name)}
            className="h-8 grow rounded-sm font-semibold text-muted text-sm hover:text-text aria-pressed:bg-surface aria-pressed:text-text aria-pressed:shadow-sm forced-colors:aria-pressed:bg-[color:Highlight] forced-colors:aria-pressed:text-[color:HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
          >
            {panelNames[name]}
          </button>
        ))}
      </fieldset>
    </>
  );
}
