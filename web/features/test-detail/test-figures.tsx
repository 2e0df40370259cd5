// State and counts of a test.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Test } from '#contract/tests.ts';
import { settingsQuery } from '#web/entities/test/test.query.ts';
import {
  formatDate,
  formatDateTime,
  formatDuration,
  formatRelative,
} from '#web/lib/format-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { availabilityText } from './availability-text.ts';
import { recordingTotals } from './recording-totals.ts';

export function TestFigures({ test }: { test: Test }) {
  const settings = useQuery(settingsQuery(test._id));
  const totals = recordingTotals(test);
  return (
    <Card aria-label="State and counts" className="grid gap-5">
      <div className="grid justify-items-start gap-2">
        <Badge tone={test.closed ? 'neutral' : 'success'}>{test.closed ? 'Closed' : 'Open'}</Badge>
        <p className="text-muted text-sm">{availabilityText(test.closed, settings.data ?? null)}</p>
      </div>
      <div className="grid gap-3 border-line border-t pt-5">
        {test.revision.number > 1 && <p className="text-muted text-sm">All revisions together</p>}
        <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-2">
          <Figure term="Recordings">{test.count_of_recordings}</Figure>
          <Figure term="Clicks">{totals === null ? '–' : totals.clicks}</Figure>
          <Figure term="Recorded time">
            {totals === null ? '–' : formatDuration(totals.durationMs)}
          </Figure>
          <Figure term="Average length">
            {totals?.averageMs == null ? '–' : formatDuration(totals.averageMs)}
          </Figure>
        </dl>
      </div>
      <dl className="grid gap-2 border-line border-t pt-5 text-sm">
        <Line term="Last recording">
          {test.storedTimeStamp === null ? (
            'None yet'
          ) : (
            <Moment moment={new Date(test.storedTimeStamp)} />
          )}
        </Line>
        <Line term="Changed">
          <Moment moment={new Date(test.updatedAt)} />
        </Line>
        <Line term="Created">{formatDate(test.createdAt)}</Line>
      </dl>
    </Card>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="mt-0.5 font-semibold text-2xl tabular-nums">{children}</dd>
    </div>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

function Moment({ moment }: { moment: Date }) {
  return (
    <time dateTime={moment.toISOString()} title={formatDateTime(moment)}>
      {formatRelative(moment)}
    </time>
  );
}
