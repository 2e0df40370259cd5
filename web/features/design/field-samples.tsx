// Form fields in their states.
import { Search } from 'lucide-react';
import { useState } from 'react';
import { MoodText } from '#web/ui/alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { NumberField, TextArea, TextField } from '#web/ui/text-field.tsx';
import { SampleGroup } from './sample-group.tsx';

export function FieldSamples() {
  const [limit, setLimit] = useState<number | null>(null);
  return (
    <SampleGroup title="Fields">
      <div className="grid items-start gap-6 md:grid-cols-2">
        <TextField label="Name" placeholder="Book a crossing" hint="As participants read it" />
        <TextField label="Name" error="Name is required" />
        <TextField
          label="Search"
          hideLabel
          type="search"
          placeholder="Search tests"
          icon={<Search className="size-4" />}
        />
        <TextField label="Disabled" disabled value="Not now" readOnly />
        <TextArea label="Task" counter="12/400" />
        <div className="grid gap-6">
          <NumberField label="Submissions" value={limit} onValueChange={setLimit} />
          <Select
            label="Camera"
            options={[
              { value: '', label: 'Default' },
              { value: 'a', label: 'Built-in camera' },
            ]}
          />
        </div>
        <Switch label="Close test" hint="Nobody can start it while it is closed." />
        <Switch label="Allow repeat submissions" defaultChecked />
        <div className="grid gap-2 text-sm">
          <MoodText tone="good">
            Prototype recognised (Figma). You get recordings and click heatmaps.
          </MoodText>
          <MoodText tone="plain">A web page.</MoodText>
          <MoodText tone="caution">This is a community page, which can’t be embedded.</MoodText>
        </div>
      </div>
    </SampleGroup>
  );
}
