// The menu of templates on the create page. One of ours puts its steps into the form; *Undo* brings back what was there. One
// of the workspace is a test, of which it makes a copy.
import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import type { StepValues, TestValues } from '#web/entities/test/form-values.ts';
import { templateListQuery } from '#web/entities/test/test.query.ts';
import { useCopyTest } from '#web/entities/test/use-copy-test.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Name } from '#web/ui/name.tsx';
import { templates } from './templates.ts';

export function TemplateMenu({ form }: { form: UseFormReturn<TestValues> }) {
  const own = useQuery(templateListQuery).data ?? [];
  const copying = useCopyTest('A new test with the steps of the template. Give it a name.');
  const put = (steps: StepValues[]) =>
    form.setValue('steps', steps, { shouldDirty: true, shouldValidate: true });
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          compact
          busy={copying.isPending}
          icon={<LayoutTemplate aria-hidden className="size-4" />}
        >
          Templates
        </Button>
      }
      items={[
        ...templates.map(({ id, label, steps }) => ({
          id,
          label,
          onSelect: () => {
            const before = form.getValues('steps');
            put(steps());
            toast.undoable(`${label}: change the words and add links.`, {
              onUndo: () => put(before),
              subject: 'template',
            });
          },
        })),
        ...own.map(({ _id, name }, at) => ({
          id: _id,
          label: <Name>{name}</Name>,
          ...(at === 0 && { group: 'Your workspace' }),
          onSelect: () => copying.mutate(_id),
        })),
      ]}
    />
  );
}
