// Tabs over panels, close below a page's header; which one is open belongs to the caller (usually the address, see lib/tab-param.ts).
import { Tabs as Radix } from 'radix-ui';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './loading.tsx';

export interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
  panel: ReactNode;
  /**
   * Once opened, the panel stays in the page while others are visible, so that its fields are not
   * lost.
   */
  keep?: boolean;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: Tab<Id>[];
  value: Id;
  onValueChange: (id: Id) => void;
}

export function Tabs<Id extends string>({ label, tabs, value, onValueChange }: TabsProps<Id>) {
  const list = useUnderline(value);
  const choose = (id: string) => {
    const tab = tabs.find((candidate) => candidate.id === id);
    if (tab !== undefined) onValueChange(tab.id);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} activationMode="manual" className={nearHeader}>
      <Radix.List ref={list} aria-label={label} className={listStyle} {...pointerMark}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px shrink-0 border-transparent border-b-2 h-control px-3 font-medium text-muted text-sm transition-colors hover:text-text focus-visible:-outline-offset-2 in-data-pointer:outline-none data-[state=active]:text-text forced-colors:data-[state=active]:border-b-[color:Highlight] forced-colors:data-[state=inactive]:border-b-[color:Canvas]"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
        <span
          aria-hidden
          className="absolute bottom-0 left-(--tab-left) h-0.5 w-(--tab-width) rounded-full bg-accent transition-[left,width] forced-colors:hidden"
        />
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          // Every panel has controls, so it needs no stop of its own.
          tabIndex={-1}
          {...(tab.keep ? { forceMount: true } : {})}
          className="pt-4 data-[state=inactive]:hidden"
        >
          {tab.keep ? (
            <PersistentPanel isOpen={tab.id === value}>{tab.panel}</PersistentPanel>
          ) : (
            tab.panel
          )}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/**
 * Marks the row while its focus comes from a pointer. The library focuses a pressed tab by a script, so browsers would
 * show a ring as after a key.
 */
const pointerMark = {
  onPointerDown: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.dataset.pointer = '';
  },
  onKeyDown: ({ currentTarget }: KeyboardEvent<HTMLElement>) => {
    delete currentTarget.dataset.pointer;
  },
  onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) delete currentTarget.dataset.pointer;
  },
};

/** Keeps the line below the open tab in its place, also when labels grow; it slides from tab to tab. */
function useUnderline(value: string) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    const tabs = [...(element?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    const open = tabs.find((tab) => tab.id.endsWith(`-${value}`));
    if (element === null || open === undefined) return;
    // In a narrow window the row scrolls to the open tab.
    element.scrollLeft = open.offsetLeft - (element.clientWidth - open.offsetWidth) / 2;
    const place = () => {
      element.style.setProperty('--tab-left', `${open.offsetLeft}px`);
      element.style.setProperty('--tab-width', `${open.offsetWidth}px`);
    };
    const sizes = new ResizeObserver(place);
    for (const tab of tabs) sizes.observe(tab);
    place();
    return () => sizes.disconnect();
  }, [value]);
  return list;
}

const nearHeader = '[header+&]:-mt-5';
const listStyle =
  'relative flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none] print:hidden';

/** The place of a row of tabs while their page is loaded: as high as they are. */
export function TabsSkeleton({ tabs }: { tabs: number }) {
  const places = Array.from({ length: tabs }, (_, index) => `tab ${index}`);
  return (
    <div aria-hidden className={classNames(nearHeader, 'mb-4')}>
      <div className={listStyle}>
        {places.map((place) => (
          <div key={place} className="flex h-control items-center px-3">
            <Skeleton className="h-4 w-16" />
          </div>
        ))}
      </div>
    </div>
  );
}

function PersistentPanel({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(isOpen);
  if (isOpen && !opened) setOpened(true);
  return opened ? children : null;
}
