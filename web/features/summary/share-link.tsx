// The link that participants open, ready to be copied.
import { ExternalLink } from 'lucide-react';
import type { TestOverview } from '#contract/test-summary.ts';
import { copyRefused } from '#web/lib/copy-refused.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Card } from '#web/ui/surfaces.tsx';

export function ShareLink({ test }: { test: TestOverview }) {
  return (
    <Card
      aria-labelledby="share-link"
      className="grid items-center gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
    >
      <div>
        <h2 id="share-link" className="text-lg">
          Share link
        </h2>
        <p className="text-muted text-sm">
          {test.closed
            ? 'This test is closed. People who open the link read so and cannot start.'
            : 'Anyone with the link can take the test. No account needed.'}
        </p>
      </div>
      <div className="flex min-w-0 gap-2">
        <span className="flex h-control min-w-0 grow items-center justify-between rounded-md border border-line bg-sunken pl-3">
          <span title={test.link} className="select-all truncate text-sm">
            {test.link}
          </span>
          <CopyButton
            text={test.link}
            label="Copy share link"
            look="icon"
            onFailure={copyRefused}
          />
        </span>
        <a
          href={test.link}
          target="_blank"
          rel="noreferrer"
          className={`${buttonStyle('secondary')} print:hidden`}
        >
          <ExternalLink aria-hidden className="size-4" />
          Open
          <span className="sr-only"> the test in a new tab</span>
        </a>
      </div>
    </Card>
  );
}
