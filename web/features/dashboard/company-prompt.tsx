// Asks for the company's name as long as the workspace has none; it can wait.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { useCompanyForm } from '#web/entities/workspace/set-company.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export function CompanyPrompt() {
  const { data: info } = useQuery(userInfoQuery);
  const [open, setOpen] = useState(true);
  // Only the owner may name it.
  const isAsked = info?.company === '' && info.role === 'owner';
  return (
    <Dialog
      open={open && isAsked}
      onClose={() => setOpen(false)}
      title="Where do you work?"
      description="Your tests carry this name, so that participants know who asks them."
    >
      <CompanyPromptForm onLater={() => setOpen(false)} />
    </Dialog>
  );
}

function CompanyPromptForm({ onLater }: { onLater: () => void }) {
  const form = useCompanyForm({ current: '', onSaved: onLater });
  return (
    <form noValidate className="grid gap-2" onSubmit={(event) => void form.submit(event)}>
      <TextField {...form.field} />
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
