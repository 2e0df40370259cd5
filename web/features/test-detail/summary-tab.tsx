// What a test is, how to share it, and what has come in so far.
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Test } from '#contract/tests.ts';
import { useLinkHint } from '#web/entities/test/link-hint.ts';
import { toast } from '#web/lib/toasts.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { buttonStyle } from '#web/ui/button.style.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Revisions } from './revisions.tsx';
import { TestFigures } from './test-figures.tsx';

export function SummaryTab({ test }: { test: Test }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid gap-5">
        <ShareLink test={test} />
        <Card>
          <dl className="grid gap-6">
            <Entry term="Name">
              <Name>{test.name}</Name>
            </Entry>
            <Entry term="Task">
              <p dir="auto" className="max-w-prose whitespace-pre-line text-start">
                {test.task}
              </p>
            </Entry>
            <Entry term="Prototype">
              <PrototypeLink href={test.figmaUrl} />
            </Entry>
            <Entry term="Company">
              <Name>{test.company}</Name>
            </Entry>
          </dl>
        </Card>
        <Revisions test={test} />
      </div>
      <TestFigures test={test} />
    </div>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function PrototypeLink({ href }: { href: string }) {
  const hint = useLinkHint(href);
  return (
    <div className="grid gap-1.5">
      <a
        href={href}
        title={href}
        target="_blank"
        rel="noreferrer"
        className="inline-flex max-w-full items-start gap-2 justify-self-start rounded-sm text-accent underline underline-offset-4 hover:text-accent-hover"
      >
        <span className="line-clamp-2 break-all sm:line-clamp-1">{href}</span>
        <ExternalLink aria-hidden className="mt-1 size-4 shrink-0" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      {hint && (
        <div className="text-sm">
          <MoodText tone={hint.tone}>{hint.text}</MoodText>
        </div>
      )}
    </div>
  );
}

/** The link that participants open, ready to be copied. */
function ShareLink({ test }: { test: Test }) {
  return (
    <Card aria-labelledby="share-link" className="grid gap-4">
      <div>
        <h2 id="share-link" className="text-lg">
          Share link
        </h2>
        <p className="mt-1 text-muted text-sm">
          {test.closed
            ? 'This test is closed: people who open the link read so and cannot start.'
            : 'Anyone with the link can take the test in their browser. No account, nothing to install.'}
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
