// Cards, lists, headers, tabs, badges, steps.
import { MoreHorizontal, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTabParam } from '#web/lib/tab-param.ts';
import { Accordion } from '#web/ui/accordion.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import {
  BlankIllustration,
  NothingFoundIllustration,
  PeopleIllustration,
  WaitingIllustration,
} from '#web/ui/illustrations.tsx';
import { Progress, Skeleton, Spinner } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { Card, List, ListRow } from '#web/ui/surfaces.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';

const tones = ['neutral', 'accent', 'success', 'warning', 'danger'] as const;
const steps = ['User Details', 'Camera Permissions', 'Screen Sharing'];

export function DataSamples() {
  const [tab, setTab] = useTabParam(['summary', 'recordings']);
  return (
    <SampleGroup title="Content">
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <Stepper label="Progress" steps={steps} active={1} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Card>
          <h3 className="text-lg">A card</h3>
          <p className="text-muted">Holds one thing together.</p>
        </Card>
        <List>
          {['Ines Duarte', 'yuki@example.org'].map((name) => (
            <ListRow key={name}>
              <Avatar name={name} />
              <span className="grow truncate">{name}</span>
              <Badge tone="accent">Owner</Badge>
            </ListRow>
          ))}
          <ListRow>
            <Thumbnail src={null} className="h-10 w-16">
              <Avatar name="Ines Duarte" />
            </Thumbnail>
            <span className="grow truncate">A row with a place for a picture</span>
          </ListRow>
        </List>
      </div>
      <HeaderSample />
      <Tabs
        label="Sample"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { id: 'summary', label: 'Summary', panel: <p>First panel</p> },
          { id: 'recordings', label: 'Recordings', panel: <p>Second panel</p> },
        ]}
      />
      <Accordion items={[{ question: 'A question?', answer: 'Its answer.' }]} />
    </SampleGroup>
  );
}

/** A page's one line, in the widths of a wide and a narrow page; tabs follow it closely. */
function HeaderSample() {
  return (
    <PageHeader
      title="A name that a person typed, as long as names of tests and of people may be"
      mark={<Badge tone="success">Open</Badge>}
      meta="Nov 22, 2026, 5:21 AM · 0:06"
      actions={
        <>
          <Button variant="secondary" compact icon={<Pencil aria-hidden className="size-4" />}>
            Edit
          </Button>
          <IconButton label="More" icon={<MoreHorizontal aria-hidden className="size-5" />} />
        </>
      }
    />
  );
}

const alertTones = ['info', 'success', 'warning', 'danger'] as const;

/** Placeholders for content: alerts, empty, failed and loading states. */
export function StateSamples() {
  return (
    <SampleGroup title="States">
      <div className="grid gap-3 md:grid-cols-2">
        {alertTones.map((tone) => (
          <Alert key={tone} tone={tone} title={tone}>
            Settings saved successfully
          </Alert>
        ))}
      </div>
      <div className="grid items-center gap-5 md:grid-cols-3">
        <Progress label="Uploading" value={0.6} />
        <Spinner label="Loading…" />
        <Skeleton className="h-16" />
      </div>
      <div className="grid md:grid-cols-2">
        <EmptyState
          illustration={<BlankIllustration />}
          title="No tests yet? No problem!"
          action={<Button>Create test</Button>}
        />
        <EmptyState
          illustration={<NothingFoundIllustration />}
          title="No tests found with the name"
        />
        <EmptyState
          illustration={<WaitingIllustration />}
          title="Still waiting for the recording to show up!"
        />
        <EmptyState
          illustration={<PeopleIllustration />}
          title="Still waiting for the team members to show up!"
        />
        <ErrorView title="Failed to fetch test data." onRetry={() => undefined} />
      </div>
    </SampleGroup>
  );
}

const colours = [
  'canvas surface raised sunken hover line line-strong',
  'text muted ink accent accent-soft',
  'danger danger-soft success success-soft warning warning-soft',
  'heat-1 heat-2 heat-3 heat-4 heat-5',
].flatMap((row) => row.split(' '));

const sizes = ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', 'display'];

/** Colours and type of tokens.css. */
export function TokenSamples() {
  return (
    <SampleGroup title="Tokens">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
        {colours.map((colour) => (
          <li key={colour} className="text-muted text-xs">
            <div
              className="mb-1 h-12 rounded-md border border-line"
              style={{ background: `var(--color-${colour})` }}
            />
            {colour}
          </li>
        ))}
      </ul>
      <ul className="grid gap-2">
        {sizes.map((size) => (
          <li
            key={size}
            className="truncate"
            style={{
              fontSize: `var(--text-${size})`,
              lineHeight: 1.2,
              letterSpacing: `var(--text-${size}--letter-spacing, normal)`,
            }}
          >
            {size}: See it used before it’s built
          </li>
        ))}
      </ul>
    </SampleGroup>
  );
}

/** A titled group on the design page. */
export function SampleGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="border-line border-b pb-2 text-xl">{title}</h2>
      {children}
    </section>
  );
}
