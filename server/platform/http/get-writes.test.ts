// No GET writes: each GET of the contract is called on the real app with a trigger on every table.
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { storeMessages } from '#testing/messages.ts';
import type { Role, RoleRequest, RoleWorld } from '#testing/roles/role.ts';
import { makeRoleWorld } from '#testing/roles/role-world.ts';
import { roleRows } from '#testing/roles/rows.ts';

/** Tables that a GET writes on purpose, by call. */
const allowed: Record<string, readonly string[]> = {
  // Fetches an image that is not there yet, and stores it, because results show it.
  'screens.takeScreenshot': [
    ...['job_common', 'rate_counts', 'result_versions', 'revision_screens', 'screens'],
  ],
};
/** The table that a call with a cost writes. */
const COUNTED = 'rate_counts';

/** Signed in and not: other roles get the same answers, or a refusal before. */
const callers: readonly Role[] = ['anyone', 'participant', 'owner', 'stranger'];

let webRoot: string;
let world: RoleWorld;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'tryout-gets-'));
  world = await makeRoleWorld(webRoot);
  await addPress();
  await noteWrites();
});
afterAll(async () => {
  await world?.app.close();
  await rm(webRoot, { recursive: true });
});

/** A message that the finished session's reading does not have: a second reading finds a click more. */
async function addPress(): Promise<void> {
  const data = { presentedNodeId: '1:2', handled: true, targetNodeMousePosition: { x: 1, y: 1 } };
  const press = { seq: 0, atMs: 0, type: 'MOUSE_PRESS_OR_RELEASE', data: JSON.stringify(data) };
  await storeMessages(world.app.parts.db, world.target.finished._id, [press]);
}

/** Every row that is written from now on leaves its table's name in `written`. */
async function noteWrites(): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE written (name text NOT NULL);
    CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO written VALUES (TG_TABLE_NAME); RETURN NULL; END $$;
    DO $$ DECLARE name regclass; BEGIN
      FOR name IN SELECT oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'written'
      LOOP EXECUTE format('CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON %s
        FOR EACH ROW EXECUTE FUNCTION note_write()', name);
      END LOOP;
    END $$;
    CREATE TRIGGER noted AFTER INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION note_write();
  `)
    .execute(world.app.parts.db);
}

async function takeWritten(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`DELETE FROM written RETURNING name`.execute(
    world.app.parts.db,
  );
  return [...new Set(rows.map(({ name }) => name))].sort();
}

/** An event stream is left after its first words. */
function send({ method, path, headers = {} }: RoleRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const out = request(`${world.app.origin}${path}`, { method, headers }, (answer) => {
      answer.on('data', () => {
        if (answer.headers['content-type']?.startsWith('text/event-stream')) answer.destroy();
      });
      answer.on('close', resolve).on('error', () => resolve());
    });
    out.on('error', reject).end();
  });
}

function rowOf(call: string): Endpoint | undefined {
  const [group = '', name = ''] = call.split('.');
  return (api as Record<string, Record<string, Endpoint>>)[group]?.[name];
}

const gets = roleRows.filter(({ call }) => rowOf(call)?.method === 'GET');

const titled = gets.map((row) => ({ ...row, title: [row.call, row.what].join(' ').trim() }));

describe.each(titled)('$title [3.5.3]', (row) => {
  it.each(callers)('%s', async (role) => {
    const target = { ...world.target, ...(await row.prepare?.(world)) };
    const request = await row.request(target, world);
    const credentials = await world.credentials(role, target, row.ownSignIn);
    const headers = { accept: 'application/json', ...request.headers, ...credentials };
    await takeWritten();
    await send({ ...request, headers });
    const written = await takeWritten();
    await row.restore?.(world);
    const isAllowed = (name: string) =>
      allowed[row.call]?.includes(name) || (name === COUNTED && rowOf(row.call)?.cost);
    expect(written.filter((name) => !isAllowed(name))).toEqual([]);
  });
});
