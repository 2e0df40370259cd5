// The form of the company prompt. It loads with the form library only when the prompt opens.
import { useCompanyForm } from '#web/entities/workspace/company.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export function CompanyPromptForm({ onLater }: { onLater: () => void }) {
  const form = useCompanyForm({ current: '', onSaved: onLater });
  return (
    <form noValidate className="grid gap-2" onSubmit={(event) => void form.submit(event)}>
      {/* The dialog opened before this form was loaded. */}
      <TextField {...form.field} autoFocus />
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onClick={onLater}>
          Later
        </Button>
        <Button type="submit" disabled={!form.isFilled} busy={form.isSaving}>
          Save
        </Button>
      </div>
    </form>
  );
}
