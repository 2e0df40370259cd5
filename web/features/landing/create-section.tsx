// The create form beside what it becomes: the participant's first screen. The form itself loads behind the first
// screen.
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { CrashGuard } from '#web/ui/error-page.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { ScreenPicture } from './screen-picture.tsx';
import { SectionHeading } from './section-heading.tsx';

const CreatePanel = lazy(async () => ({
  default: (await loadChunk(() => import('./create-panel.tsx'))).CreatePanel,
}));

const failed = (
  <ErrorView title="The form did not load" onRetry={() => location.reload()}>
    Check your connection. Retry loads the page again.
  </ErrorView>
);

export function CreateSection({ onSignInNeeded }: { onSignInNeeded: () => void }) {
  return (
    <section id="create" className="border-line border-y bg-sunken py-16 md:py-24">
      <div className="landing-measure grid gap-x-16 gap-y-12 lg:grid-cols-2">
        <div>
          <SectionHeading title="Start with a task">
            Write down what someone should be able to do. That is most of a good test.
          </SectionHeading>
          {/* As high as the form, so that what follows keeps its place. */}
          <div className="mt-8 grid min-h-112">
            <CrashGuard fallback={failed}>
              <Suspense fallback={<Spinner size="lg" label="Loading the form…" />}>
                <CreatePanel onSignInNeeded={onSignInNeeded} />
              </Suspense>
            </CrashGuard>
          </div>
        </div>
        <figure className="grid min-w-0 content-start gap-4">
          <figcaption className="font-semibold text-sm">What participants see</figcaption>
          <div className="overflow-hidden rounded-lg border border-line">
            <ScreenPicture
              name="participant"
              narrow="participant-narrow"
              alt="The first page of a test: its name, its task, a field for the participant’s name, and Continue."
            />
          </div>
        </figure>
      </div>
    </section>
  );
}
