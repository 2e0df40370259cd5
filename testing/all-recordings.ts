// The recordings of a test, page by page until the last one: a page is cut by its bytes too.
import type { RecordingRow } from '#contract/recordings.ts';
import { successBody, type TestClient } from './client.ts';

export async function allRecordings(owner: TestClient, testId: string): Promise<RecordingRow[]> {
  const rows: RecordingRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: { items: RecordingRow[]; nextCursor: string | null } = successBody(
      await owner.get(`/api/tests/${testId}/recordings?limit=50${query}`),
    );
    rows.push(...page.items);
    cursor = page.nextCursor;
  }
  return rows;
}
