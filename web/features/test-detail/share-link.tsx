// The link that participants open, ready to be copied.
import { ExternalLink } from 'lucide-react';
import type { Test } from '#contract/tests.ts';
import { toast } from '#web/lib/toasts.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export function ShareLink({ test }: { test: Test }) {
  return (
    <Card aria-labelledby="share-link" className="grid gap-4">
      <div>
        <h2 id="share-link" className="text-lg">
          Share link
        </h2>
        <p className="mt-1 text-muted text-sm">
          {test.closed
            ? 'This test is closed: whoever opens the link now is told so and cannot start.'
            : 'Whoever opens it can take the test in their browser. No account, nothing to install.'}
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Share link"
          hideLabel
          readOnly
          value={test.link}
          className="min-w-0 grow basis-64"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton
          text={test.link}
          label="Copy link"
          copiedLabel="Copied"
          variant="primary"
          className="h-11 min-w-32"
          onFailure={() => toast.error('Your browser did not allow copying. Select the link.')}
        />
        <a
          href={test.link}
          target="_blank"
          rel="noreferrer"
          className={`${buttonStyle('secondary')} h-11`}
        >
          <ExternalLink aria-hidden className="size-4" />
          Open
          <span className="sr-only"> the test in a new tab</span>
        </a>
      </div>
    </Card>
  );
}
