// What a revision's text was before its corrections.
import type { TestRevision } from '#contract/tests.ts';
import { formatDateTime } from '#web/lib/format-time.ts';
import { Name } from '#web/ui/name.tsx';

export function Corrections({ of }: { of: Pick<TestRevision, 'corrections'> | undefined }) {
  return of?.corrections.map(({ before, at, by }) => (
    <p key={at} className="max-w-prose text-muted text-sm [overflow-wrap:anywhere]">
      Corrected <time dateTime={at}>{formatDateTime(at)}</time>
      {by !== null && (
        <>
          {' '}
          by <Name>{by}</Name>
        </>
      )}
      . Before: “<Name>{before}</Name>”
    </p>
  ));
}
