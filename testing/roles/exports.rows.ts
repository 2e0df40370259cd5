// Roles at the calls of exports: each cell has one of its own.
import type { ExportId } from '#contract/ids.ts';
import { prepareExport } from '#server/exports/prepare-export.ts';
import { successBody } from '#testing/client.ts';
import type { RoleWorld } from './role.ts';
import { changes, changesOwn, json, type RoleRow, reads, type Target } from './role.ts';

const takes = { names: true, videos: true, heatmaps: true, messages: true };

/** The one that is there; when it was deleted, a new one. */
async function anExport({ owner, app, target }: RoleWorld) {
  const there = await app.parts.db
    .selectFrom('exports')
    .select('id')
    .where('test_id', '=', target.test._id)
    .executeTakeFirst();
  if (there) return { exportId: there.id };
  const path = `/api/tests/${target.test._id}/exports`;
  const { id } = successBody<{ id: ExportId }>(await owner.post(path, takes));
  await prepareExport(app.parts, { exportId: id });
  return { exportId: id };
}

/** Deletes the exports, because an unfinished one prevents the next one. */
async function endExports({ app, target }: RoleWorld): Promise<void> {
  await app.parts.db.deleteFrom('exports').where('test_id', '=', target.test._id).execute();
}

/** It is the owner's, and has names. */
const others = { viewer: 'not_found' } as const;

const ofExport = (name: string, method = 'GET', path = ''): RoleRow => ({
  call: `testExports.${name}`,
  prepare: anExport,
  request: ({ exportId }: Target) => json(method, `/api/exports/${exportId}${path}`),
  cells: method === 'GET' ? reads(others) : changesOwn(others),
});

export const exportRows: RoleRow[] = [
  {
    call: 'testExports.make',
    what: 'with names',
    request: ({ test }) => json('POST', `/api/tests/${test._id}/exports`, takes),
    restore: endExports,
    cells: changes(),
  },
  ofExport('get'),
  ofExport('archive', 'GET', '/archive'),
  ofExport('file', 'GET', '/files/sessions.csv'),
  ofExport('remove', 'DELETE'),
];
