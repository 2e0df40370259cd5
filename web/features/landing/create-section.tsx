// The create form's section; the form itself loads behind the first screen.
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { Spinner } from '#web/ui/loading.tsx';
import { SectionHeading } from './section-heading.tsx';

const CreatePanel = lazy(async () => ({
  default: (await loadChunk(() => import('./create-panel.tsx'))).CreatePanel,
}));

export function CreateSection({ onSignInNeeded }: { onSignInNeeded: () => void }) {
  return (
    <section
      id="create"
      data-scheme="dark"
      className="border-line border-y bg-canvas py-20 text-text md:py-28"
    >
      <div className="landing-measure">
        <SectionHeading title="Start with a task">
          Write down what someone should be able to do. That is most of a good test.
        </SectionHeading>
        {/* As high as the form, so that what follows keeps its place. */}
        <div className="mt-12 grid min-h-120 gap-x-16 gap-y-12 lg:grid-cols-2">
          <Suspense fallback={<Spinner size="lg" label="Loading the form…" />}>
            <CreatePanel onSignInNeeded={onSignInNeeded} />
          </Suspense>
        </div>
      </div>
    </section>
  );
}
