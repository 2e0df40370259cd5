// What the rule of retention has deleted, by day and test.
import type { RetentionEntry } from '#contract/retention.ts';
import { counted } from '#web/entities/workspace/retention-words.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { Name } from '#web/ui/name.tsx';

export function RetentionLog({ entries }: { entries: readonly RetentionEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <details className="rounded-lg border border-line px-4 py-3 text-sm">
      <summary className="cursor-pointer font-semibold">Deleted so far</summary>
      <table className="mt-3 w-full text-left">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 pr-4 font-normal">
              Day
            </th>
            <th scope="col" className="py-1 pr-4 font-normal">
              Test
            </th>
            <th scope="col" className="py-1 font-normal">
              Deleted
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {entries.map(({ day, testName, recordings, clips }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole.
            <tr key={row} className="border-line border-t align-top">
              <td className="whitespace-nowrap py-2 pr-4">{formatDate(`${day}T12:00:00Z`)}</td>
              <td className="py-2 pr-4 [overflow-wrap:anywhere]">
                <Name>{testName}</Name>
              </td>
              <td className="py-2">
                {counted(recordings, 'recording')}
                {clips > 0 && `, ${counted(clips, 'clip')}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
