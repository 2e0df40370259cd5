// The menu of templates on the create page. It puts a template's steps into the form; *Undo* brings back what was there.
import { LayoutTemplate } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import type { StepValues, TestValues } from '#web/entities/test/form-values.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { templates } from './templates.ts';

export function TemplateMenu({ form }: { form: UseFormReturn<TestValues> }) {
  const put = (steps: StepValues[]) =>
    form.setValue('steps', steps, { shouldDirty: true, shouldValidate: true });
  return (
    <Menu
      trigger={
        <Button variant="quiet" compact icon={<LayoutTemplate aria-hidden className="size-4" />}>
          Templates
        </Button>
      }
      items={templates.map(({ id, label, steps }) => ({
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
      }))}
    />
  );
}
