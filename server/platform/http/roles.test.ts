// Every row of the endpoint table, and what is no call, by every role: real app, database, requests.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { role as accountRole } from '#contract/accounts.ts';
import { api } from '#contract/api.ts';
import { type Endpoint, viewedPath } from '#contract/endpoint.ts';
import { errors } from '#contract/errors.ts';
import { createApp } from '#server/app.ts';
import {
  type Cell,
  type Role,
  type RoleRow,
  type RoleWorld,
  roleNames,
  rolesOfAccounts,
} from '#testing/roles/role.ts';
import { makeRoleWorld } from '#testing/roles/role-world.ts';
import { roleRows } from '#testing/roles/rows.ts';
import { type ReceivedAnswer, send } from '#testing/roles/send.ts';

const endpoints = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, row]) => [`${group}.${name}`, row as Endpoint]),
  ),
);
let webRoot: string;
let world: RoleWorld;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'tryout-roles-'));
  await mkdir(join(webRoot, 'static', 'js'), { recursive: true });
  for (const name of ['index', 'landing', 'participant']) {
    await writeFile(
      join(webRoot, `${name}.html`),
      `<!doctype html><title>the app, ${name}</title>`,
    );
  }
  await writeFile(join(webRoot, 'static', 'js', 'main-1a2b3c.js'), 'export {};');
  world = await makeRoleWorld(webRoot);
});
afterAll(async () => {
  await world?.app.close();
  await rm(webRoot, { recursive: true });
});

function statusOf(row: RoleRow, cell: Cell): number {
  if (typeof cell === 'number') return cell;
  if (cell !== 'ok') return errors[cell][0];
  return row.status ?? endpoints.get(row.call)?.status ?? 200;
}

/** The error code of an answer, or undefined for a HEAD, which has no body. */
function codeOf({ text }: ReceivedAnswer, method: string): string | undefined {
  return method === 'HEAD' ? undefined : JSON.parse(text).code;
}

const anyName = (path: string) => path.replace(/:[\w|:]+/g, ':');
const contractPaths = new Set(
  [...endpoints.values()].flatMap(({ path, viewedBy }) =>
    (viewedBy ? [path, viewedPath(path)] : [path]).map(anyName),
  ),
);

/** The paths that a tree of routes shows, each with the paths above it. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods] = /^(.*?)[├└]── (\S+)( \(.*\))?$/.exec(line) ?? [];
    if (path === '') return [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, path);
    return methods ? [anyName(above.join(''))] : [];
  });
}

/** A visitor's calls are below their link. */
const below = (path: string) =>
  /^\/api\/view(\/|$)/.test(path)
    ? path
    : path.replace(/^\/(api\/)?/, `/api/view/${world.viewLinkId}/`);

const insiders = new Set<Role>([
  'viewer',
  'member',
  'owner',
  'lapsed',
  'forged',
  'keyRead',
  'keyWrite',
]);

const titled = roleRows.map((row) => ({ ...row, title: [row.call, row.what].join(' ').trim() }));

/** Sends the call as a role does, and returns the answer. */
async function askAs(
  role: Role,
  row: RoleRow,
): Promise<{ answer: ReceivedAnswer; method: string }> {
  const target = { ...world.target, ...(await row.prepare?.(world)) };
  if (role === 'after') target.session = world.finishedBefore;
  const request = await row.request(target, world);
  const credentials = await world.credentials(role, target, row.ownSignIn);
  const headers = { accept: 'application/json', ...request.headers, ...credentials };
  const path = role === 'visitor' && endpoints.has(row.call) ? below(request.path) : request.path;
  const answer = await send(world.app.origin, { ...request, path, headers });
  await row.restore?.(world);
  return { answer, method: request.method };
}

// A test for each row names every role that differs.
it.each(titled)('$title [3.5.1, 7.4.1, 7.5.1, 8.2.1, 8.2.2, 8.3.1, 8.4.1, 15.3.1]', async (row) => {
  const found: Partial<Record<Role, unknown>> = {};
  const wanted: Partial<Record<Role, unknown>> = {};
  for (const role of roleNames) {
    const { answer, method } = await askAs(role, row);
    const cell = row.cells[role];
    const isRefused = typeof cell === 'string' && cell !== 'ok';
    found[role] = {
      status: answer.status,
      code: isRefused ? codeOf(answer, method) : undefined,
      secrets: insiders.has(role)
        ? []
        : world.secretTexts.filter((one) => answer.text.includes(one)),
    };
    const code = isRefused && method !== 'HEAD' ? cell : undefined;
    wanted[role] = { status: statusOf(row, cell), code, secrets: [] };
  }
  expect(found).toEqual(wanted);
});

describe('the table is whole', () => {
  it('names no call that is gone', () => {
    const calls = new Set(roleRows.map(({ call }) => call));
    const strange = [...calls].filter((call) => /^\w+\.\w+$/.test(call) && !endpoints.has(call));
    expect(strange).toEqual([]);
  });

  it('every route is of the contract, or of what has rows by its name [6.3.4]', async () => {
    const app = await createApp(world.app.parts);
    await app.ready();
    const others = routesOf(app.printRoutes({ commonPrefix: false })).filter(
      (path) => !contractPaths.has(path),
    );
    await app.close();
    // The paths of the stand-in issuer and of the web app's files end in '*', because the tree shows no more of them.
    expect(others.filter((path) => !/^\/api\/docs(\/|$)|^\/robots\.txt$|\*$/.test(path))).toEqual(
      [],
    );
  });

  it('every role of an account has its column', () => {
    expect(accountRole.options).toEqual(rolesOfAccounts);
  });
});
