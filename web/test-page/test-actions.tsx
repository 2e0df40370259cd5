// Actions for a test in the header of its page.
import { Download, Pencil, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { TestOverview } from '#contract/test-summary.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useDeleteTest } from '#web/entities/test/delete-test.tsx';
import { ShareDialog } from '#web/entities/view-link/share-dialog.tsx';
import { ExportDialog } from '#web/features/export/export-dialog.tsx';
import { pages } from '#web/lib/pages.ts';
import { useTabParam } from '#web/lib/tab-param.ts';
import { copyRefused } from '#web/lib/toasts.ts';
import { type Action, ActionBar } from '#web/ui/action-bar.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

export function TestActions({ test }: { test: TestOverview }) {
  const mayChange = useMayChange();
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<'export' | 'share' | null>(null);
  const deletion = useDeleteTest(() => navigate(pages.dashboard.href()));
  const close = () => setOpenDialog(null);
  const changes: Action[] = [
    {
      id: 'share',
      label: 'Share',
      icon: <Share2 aria-hidden className="size-4" />,
      does: () => setOpenDialog('share'),
    },
    {
      id: 'edit',
      label: 'Edit',
      icon: <Pencil aria-hidden className="size-4" />,
      does: { to: pages.editTest.href(test._id) },
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden className="size-4" />,
      tone: 'danger',
      does: () => deletion.ask(test),
    },
  ];
  return (
    <>
      <CopyButton
        text={test.link}
        label="Copy link"
        variant="primary"
        compact
        onFailure={copyRefused}
      />
      <ActionBar
        actions={[
          {
            id: 'export',
            label: 'Export',
            icon: <Download aria-hidden className="size-4" />,
            does: () => setOpenDialog('export'),
          },
          ...(mayChange ? changes : []),
        ]}
      />
      <ExportOfTab testId={test._id} open={openDialog === 'export'} onClose={close} />
      {openDialog === 'share' && (
        <ShareDialog testId={test._id} thing={{ kind: 'results' }} onClose={close} />
      )}
      {deletion.dialog}
    </>
  );
}

/** Exports the sessions of the open tab. */
function ExportOfTab(props: { testId: string; open: boolean; onClose: () => void }) {
  const { filter } = useResultFilter();
  const [tab] = useTabParam(['summary', 'recordings']);
  // The filter is the same as on the tab: recordings without a revision are those of all.
  const tabFilter = tab === 'recordings' ? { revision: 'all' as const, ...filter } : filter;
  return <ExportDialog filter={tabFilter} {...props} />;
}
