// What can be done with a test, in the header of its page; below 768 px behind one button, but for the link.
import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { TestOverview } from '#contract/test-summary.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useDeleteTest } from '#web/entities/test/delete-test.tsx';
import { ShareButton } from '#web/entities/view-link/share-dialog.tsx';
import { copyRefused } from '#web/lib/copy-refused.ts';
import { pages } from '#web/lib/pages.ts';
import { useTabParam } from '#web/lib/tab-param.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { ExportDialog } from './export/export-dialog.tsx';

export function TestActions({ test }: { test: TestOverview }) {
  const mayChange = useMayChange();
  return (
    <>
      <CopyButton
        text={test.link}
        label="Copy link"
        variant="primary"
        compact
        onFailure={copyRefused}
      />
      <ExportAction testId={test._id} />
      <ShareButton testId={test._id} thing={{ kind: 'results' }} />
      {mayChange && <Changes test={test} />}
    </>
  );
}

/** Of the sessions that the open tab speaks of. */
function ExportAction({ testId }: { testId: string }) {
  const [open, setOpen] = useState(false);
  const { filter } = useResultFilter();
  const [tab] = useTabParam(['summary', 'recordings']);
  // As on the tab: without a revision recordings are those of all.
  const asked = tab === 'recordings' ? { revision: 'all' as const, ...filter } : filter;
  return (
    <>
      <Button
        variant="secondary"
        compact
        icon={<Download aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      <ExportDialog filter={asked} {...{ testId, open }} onClose={() => setOpen(false)} />
    </>
  );
}

function Changes({ test }: { test: TestOverview }) {
  const navigate = useNavigate();
  const deletion = useDeleteTest(() => navigate(pages.dashboard.href()));
  const edit = pages.editTest.href(test._id);
  const onDelete = () => deletion.ask(test);
  const icons = {
    edit: <Pencil aria-hidden className="size-4" />,
    delete: <Trash2 aria-hidden className="size-4" />,
  };
  return (
    <>
      <LinkButton to={edit} variant="secondary" icon={icons.edit} className="max-md:hidden">
        Edit
      </LinkButton>
      <Button variant="secondary" icon={icons.delete} className="max-md:hidden" onClick={onDelete}>
        Delete
      </Button>
      <Menu
        trigger={
          <IconButton
            label="More actions"
            icon={<Ellipsis aria-hidden className="size-4" />}
            className="border border-line-strong bg-surface md:hidden"
          />
        }
        items={[
          { id: 'edit', label: 'Edit', icon: icons.edit, onSelect: () => void navigate(edit) },
          { id: 'delete', label: 'Delete', icon: icons.delete, tone: 'danger', onSelect: onDelete },
        ]}
      />
      <ConfirmDialog {...deletion.confirmation} />
    </>
  );
}
