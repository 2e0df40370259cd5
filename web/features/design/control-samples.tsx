// Buttons, menus, dialogs, toasts.
import { Copy, MoreHorizontal, Pencil, Plus, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { toast } from '#web/lib/toasts.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { SampleGroup } from './content-samples.tsx';

const variants = ['primary', 'accent', 'secondary', 'quiet', 'danger'] as const;
const doNothing = () => undefined;

const menuItems = [
  { id: 'edit', label: 'Edit', icon: <Pencil className="size-4" />, onSelect: doNothing },
  { id: 'copy', label: 'Copy link', icon: <Copy className="size-4" />, onSelect: doNothing },
  {
    id: 'delete',
    label: 'Delete',
    icon: <Trash2 className="size-4" />,
    tone: 'danger' as const,
    onSelect: doNothing,
  },
];

export function ActionSamples() {
  return (
    <SampleGroup title="Actions">
      <div className="flex flex-wrap items-center gap-3">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} icon={<Plus aria-hidden className="size-4" />}>
            {variant}
          </Button>
        ))}
        <Button disabled>disabled</Button>
        <Button busy busyLabel="Deleting...">
          busy
        </Button>
        <Button size="sm">small</Button>
        <Button size="lg">large</Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text="https://example.org/tryout/x" label="Copy link" />
        <Menu
          items={menuItems}
          trigger={<IconButton label="More" icon={<MoreHorizontal className="size-5" />} />}
        />
        <Tooltip text="Shown after 250 ms">
          <Button variant="secondary">Tooltip</Button>
        </Tooltip>
        <Button variant="secondary" onClick={() => toast.success('Test Created Successfully!')}>
          Success toast
        </Button>
        <Button variant="secondary" onClick={() => toast.error('Failed to create test.')}>
          Error toast
        </Button>
        <DialogSamples />
      </div>
    </SampleGroup>
  );
}

function DialogSamples() {
  const [open, setOpen] = useState<'plain' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen('plain')}>
        Dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen('confirm')}>
        Confirmation
      </Button>
      <Dialog
        open={open === 'plain'}
        onClose={close}
        title="A dialog"
        description="Escape, the cross, or a press beside it closes it."
        actions={<Button onClick={close}>Fine</Button>}
      />
      {open === 'confirm' && (
        <ConfirmDialog
          title="Delete this test?"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          onConfirm={() => Promise.resolve()}
          onClose={close}
        >
          <p>Its recordings and heatmaps are deleted too. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Form fields in their states. */
export function FieldSamples() {
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
          <TextField label="Submissions" type="number" inputMode="numeric" />
          <Select
            label="Camera"
            options={[
              { value: '', label: 'Default' },
              { value: 'a', label: 'Built-in camera' },
            ]}
          />
        </div>
        <Switch label="Close test" hint="No one can start it while it is closed." />
        <Switch label="Allow repeat submissions" defaultChecked />
        <div className="grid gap-2 text-sm">
          <MoodText tone="good">
            Figma: screen, voice and clicks are recorded, with heatmaps.
          </MoodText>
          <MoodText tone="plain">Web page: screen and voice are recorded.</MoodText>
          <MoodText tone="caution">A community page can’t be embedded.</MoodText>
        </div>
      </div>
    </SampleGroup>
  );
}
