// What can be done with a test, in the header of its page; below 768 px behind one button, but for the link.
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { TestOverview } from '#contract/test-summary.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { useDeleteTest } from '#web/entities/test/delete-test.tsx';
import { copyRefused } from '#web/lib/copy-refused.ts';
import { pages } from '#web/lib/pages.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Menu } from '#web/ui/menu.tsx';

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
      {mayChange && <Changes test={test} />}
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
