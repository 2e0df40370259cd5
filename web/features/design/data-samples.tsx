// Cards, lists, tabs, badges, steps.
import { useTabParam } from '#web/lib/tab-param.ts';
import { Accordion } from '#web/ui/accordion.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { Card, List, ListRow } from '#web/ui/surfaces.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { SampleGroup } from './sample-group.tsx';

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
            <span className="grow truncate">A row with room for a picture</span>
          </ListRow>
        </List>
      </div>
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
