// Section of the Settings tab with the personal links of a test. Its content is loaded when it is opened.
import { lazy, Suspense, useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { ChunkLoadError } from '#web/ui/error-page.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { FoldedSection } from './folded-section.tsx';

const PersonalLinks = lazy(async () => {
  try {
    return { default: (await import('./personal-links.tsx')).PersonalLinks };
  } catch (error) {
    throw new ChunkLoadError(error);
  }
});

/** Renders nothing for viewers, who get no links to a test. */
export function PersonalLinksSection({ testId }: { testId: TestId }) {
  const mayChange = useMayChange();
  const [wasOpened, setOpened] = useState(false);
  if (!mayChange) return null;
  return (
    <FoldedSection
      id="personal-links"
      title="Personal links"
      note="A link for each person, used once. Names are not asked for, and you see who has taken part."
      onOpen={() => setOpened(true)}
    >
      {wasOpened && (
        <Suspense
          fallback={
            <div role="status" aria-label="Loading">
              <Skeleton className="h-72 rounded-lg" />
            </div>
          }
        >
          <PersonalLinks testId={testId} />
        </Suspense>
      )}
    </FoldedSection>
  );
}
