// Text in place of missing results, with the reason.
import type { ResultChoices } from '#contract/results.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NothingFoundIllustration, WaitingIllustration } from '#web/ui/illustrations.tsx';
import { filterFields } from './filter.ts';
import { useResultFilter } from './use-filter.ts';

interface NoResultsProps extends Pick<ResultChoices, 'outside'> {
  test: TestOverview;
  /** Number of people within the filter, and of all. */
  people: number;
  total: number;
}

export function NoResults({ test, people, total, outside }: NoResultsProps) {
  if (total === 0 && outside.length > 0) return <NothingCounted />;
  if (total === 0) {
    return (
      <EmptyState
        illustration={<WaitingIllustration />}
        title="No sessions yet"
        action={<CopyButton text={test.link} label="Copy link" variant="primary" />}
      >
        Invite participants with this link. Screens and paths appear here with the first recording.
      </EmptyState>
    );
  }
  if (people === 0) return <NothingFound title="No session fits this filter" />;
  return (
    <EmptyState illustration={<NothingFoundIllustration />} title="No screens were reported">
      The prototype reported no screens. The recordings show what people did.
    </EmptyState>
  );
}

/** All recordings are outside of the base; the line below the filter names them. */
function NothingCounted() {
  return (
    <EmptyState illustration={<WaitingIllustration />} title="No recording is counted yet">
      Screens and paths appear here with the first run that is counted. The recordings show what
      people did.
    </EmptyState>
  );
}

/** A filter that leaves nothing, with a way out. */
export function NothingFound({ title }: { title: string }) {
  const { setFilter } = useResultFilter();
  return (
    <EmptyState
      illustration={<NothingFoundIllustration />}
      title={title}
      action={
        <Button
          variant="secondary"
          onClick={() =>
            setFilter(
              Object.fromEntries(
                filterFields.flatMap((field) => (field === 'step' ? [] : [[field, undefined]])),
              ),
            )
          }
        >
          Clear filter
        </Button>
      }
    />
  );
}
