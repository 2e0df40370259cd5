// Asks for the company's name as long as the workspace has none; it can wait.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/loading.tsx';

const CompanyPromptForm = lazy(async () => ({
  default: (await loadChunk(() => import('./company-prompt-form.tsx'))).CompanyPromptForm,
}));

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
      <Suspense fallback={<Spinner label="Loading the form…" />}>
        <CompanyPromptForm onLater={() => setOpen(false)} />
      </Suspense>
    </Dialog>
  );
}
