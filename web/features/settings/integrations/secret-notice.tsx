// A new key or secret, shown once, to be copied.
import { KeyRound } from 'lucide-react';
import { useId } from 'react';
import { copyRefused } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

interface SecretNoticeProps {
  title: string;
  /** Name of the secret, such as 'API key'. */
  of: string;
  secret: string;
  onDone: () => void;
}

export function SecretNotice({ title, of, secret, onDone }: SecretNoticeProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border border-accent bg-accent-soft p-4 sm:p-5"
    >
      <div role="status" className="grid gap-0.5">
        <p id={id} className="flex items-center gap-2 font-semibold">
          <KeyRound aria-hidden className="size-4 shrink-0 text-accent" />
          {title}
        </p>
        <p className="text-sm">Copy it now. It won’t be shown again.</p>
      </div>
      <code className="select-all rounded-md border border-line bg-surface px-3 py-2 text-sm [overflow-wrap:anywhere]">
        {secret}
      </code>
      <div className="flex flex-wrap gap-3">
        <CopyButton variant="primary" text={secret} label={`Copy ${of}`} onFailure={copyRefused} />
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    </section>
  );
}
