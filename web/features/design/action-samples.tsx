// Buttons, menus, dialogs, toasts.
import { Copy, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from '#web/lib/toasts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { SampleGroup } from './sample-group.tsx';

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
      <ConfirmDialog
        open={open === 'confirm'}
        title="Delete this test?"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={close}
        onCancel={close}
      >
        <p>Its recordings and heatmaps are deleted too. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}
