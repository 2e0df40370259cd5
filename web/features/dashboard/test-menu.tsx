// Menu of a test's card: open, copy, edit, delete.
import { Copy, Ellipsis, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { TestSummary } from '#contract/test-summary.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuProps } from '#web/ui/menu-list.tsx';

interface TestMenuProps {
  test: TestSummary;
  onDelete: (test: TestSummary) => void;
}

export function TestMenu({ test, onDelete }: TestMenuProps) {
  const navigate = useNavigate();
  const mayChange = useMayChange();
  const changes: MenuProps['items'] = [
    {
      id: 'edit',
      label: 'Edit',
      icon: <Pencil aria-hidden className="size-4" />,
      onSelect: () => void navigate(pages.editTest.href(test._id)),
    },
    {
      id: 'delete',
      label: 'Delete',
      tone: 'danger',
      icon: <Trash2 aria-hidden className="size-4" />,
      onSelect: () => onDelete(test),
    },
  ];
  return (
    <Menu
      trigger={
        <IconButton
          label={`Actions for ${isolateName(test.name)}`}
          title="Actions"
          icon={<Ellipsis aria-hidden className="size-5" />}
          className="relative -mr-2.5"
        />
      }
      items={[
        {
          id: 'copy',
          label: 'Copy link',
          icon: <Copy aria-hidden className="size-4" />,
          onSelect: () => void copyLink(test.link),
        },
        {
          id: 'open',
          label: 'Open',
          icon: <ExternalLink aria-hidden className="size-4" />,
          onSelect: () => window.open(test.link, '_blank', 'noopener'),
        },
        ...(mayChange ? changes : []),
      ]}
    />
  );
}

async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) toast.success('Share link copied');
  else toast.error('Your browser did not allow copying. Open the test to select its link.');
}
