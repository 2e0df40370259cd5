// server/platform/db/tables.ts has the tables that the migrations make; `npm run write-tables` writes it by this test.
import { expect, it } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
import { renderTables } from './render-tables.ts';

it('tables.ts is current: npm run write-tables', async () => {
  const database = await cloneDatabase();
  const text = await renderTables(database.db).finally(database.drop);
  await expect(text).toMatchFileSnapshot('../../server/platform/db/tables.ts');
});
