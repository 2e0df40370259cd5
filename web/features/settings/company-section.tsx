// The workspace's company name; the owner's to change.
import type { UserInfo } from '#contract/accounts.ts';
import { useCompanyForm } from '#web/entities/workspace/set-company.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SettingsSection } from './settings-section.tsx';

export function CompanySection({ info }: { info: UserInfo }) {
  return (
    <SettingsSection
      title="Company"
      description={
        info.role === 'owner'
          ? 'Your tests carry this name, so that participants know who asks them.'
          : 'Only the owner of this workspace can change it.'
      }
    >
      {info.role === 'owner' ? (
        <CompanyForm current={info.company} />
      ) : (
        <TextField label="Company name" readOnly value={info.company || 'Not named yet'} />
      )}
    </SettingsSection>
  );
}

function CompanyForm({ current }: { current: string }) {
  const form = useCompanyForm({
    current,
    onSaved: () => toast.success('The company name is saved.'),
  });
  return (
    <form noValidate className="grid gap-2" onSubmit={(event) => void form.submit(event)}>
      <TextField {...form.field} />
      <div>
        <Button type="submit" disabled={!(form.isFilled && form.isChanged)} busy={form.isSaving}>
          Save company
        </Button>
      </div>
    </form>
  );
}
