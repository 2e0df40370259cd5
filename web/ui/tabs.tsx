// Tabs over panels, close below a page's header; which one is open belongs to the caller (usually the address, see lib/tab-param.ts).
import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './loading.tsx';

export interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
  panel: ReactNode;
  /** Once opened, the panel stays while others are looked at: what is typed in it is kept. */
  keep?: boolean;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: Tab<Id>[];
  value: Id;
  onValueChange: (id: Id) => void;
}

export function Tabs<Id extends string>({ label, tabs, value, onValueChange }: TabsProps<Id>) {
  const choose = (id: string) => {
    const tab = tabs.find((candidate) => candidate.id === id);
    if (tab !== undefined) onValueChange(tab.id);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} activationMode="manual" className={nearHeader}>
      <Radix.List aria-label={label} className={listStyle}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px shrink-0 border-transparent border-b-2 h-control px-3 font-medium text-muted text-sm transition-colors hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-text forced-colors:data-[state=active]:border-b-[color:Highlight] forced-colors:data-[state=inactive]:border-b-[color:Canvas]"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          {...(tab.keep ? { forceMount: true } : {})}
          className="pt-4 data-[state=inactive]:hidden"
        >
          {tab.keep ? <KeptPanel shown={tab.id === value}>{tab.panel}</KeptPanel> : tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

const nearHeader = '[header+&]:-mt-5';
const listStyle = 'relative flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]';

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

function KeptPanel({ shown, children }: { shown: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(shown);
  if (shown && !opened) setOpened(true);
  return opened ? children : null;
}
