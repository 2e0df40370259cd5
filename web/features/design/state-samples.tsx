// What stands in for content: alerts, empty, failed and loading states.
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import {
  BlankIllustration,
  NothingFoundIllustration,
  PeopleIllustration,
  WaitingIllustration,
} from '#web/ui/illustrations.tsx';
import { Progress, Skeleton, Spinner } from '#web/ui/loading.tsx';
import { SampleGroup } from './sample-group.tsx';

const tones = ['info', 'success', 'warning', 'danger'] as const;

export function StateSamples() {
  return (
    <SampleGroup title="States">
      <div className="grid gap-3 md:grid-cols-2">
        {tones.map((tone) => (
          <Alert key={tone} tone={tone} title={tone}>
            Settings saved successfully
          </Alert>
        ))}
      </div>
      <div className="grid items-center gap-5 md:grid-cols-3">
        <Progress label="Uploading" value={0.6} />
        <Spinner label="Loading…" />
        <Skeleton className="h-16" />
      </div>
      <div className="grid md:grid-cols-2">
        <EmptyState
          illustration={<BlankIllustration />}
          title="No tests yet? No problem!"
          action={<Button>Create test</Button>}
        />
        <EmptyState
          illustration={<NothingFoundIllustration />}
          title="No tests found with the name"
        />
        <EmptyState
          illustration={<WaitingIllustration />}
          title="Still waiting for the recording to show up!"
        />
        <EmptyState
          illustration={<PeopleIllustration />}
          title="Still waiting for the team members to show up!"
        />
        <ErrorView title="Failed to fetch test data." onRetry={() => undefined} />
      </div>
    </SampleGroup>
  );
}
