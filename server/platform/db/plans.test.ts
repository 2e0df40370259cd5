// The plan of every statement of every call and job, on a large database: none reads a whole table that grows, none
// reads more rows because more is stored.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { RevisionId } from '#contract/ids.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { jobKinds } from '#server/platform/jobs/jobs.ts';
import { callVariants } from '#testing/large/call-variants.ts';
import {
  type ExplainedStatements,
  explainStatements,
  type PlanFinding,
} from '#testing/large/explain-statements.ts';
import {
  makeLargeWorld,
  SIZES,
  tablesBySize,
  unindexedReferences,
} from '#testing/large/plan-world.ts';
import type { Role, RoleRequest, RoleWorld, Target } from '#testing/roles/role.ts';
import { roleRows } from '#testing/roles/rows.ts';
import { type ReceivedAnswer, send } from '#testing/roles/send.ts';

let webRoot: string;
let world: RoleWorld;
let plans: ExplainedStatements;
let small: string[];

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'tryout-plans-'));
  world = await makeLargeWorld(webRoot);
  const tables = await tablesBySize(world.app.parts.db);
  small = tables.small;
  plans = explainStatements(tables.growing, (of) => sums.test(of));
  // Half a million rows, on a machine that runs other tests too.
}, 180_000);
afterAll(async () => {
  plans?.stop();
  await world?.app.close();
  await rm(webRoot, { recursive: true });
});

/**
 * Results are sums over the people of one test, computed at each request (decision 54), and exports contain them all.
 * These jobs read all of a test's sessions, once for each change of a goal or a screen, and for each export.
 */
const sums =
  /^(?:results\b|testExports\b|findings\.numbersNow$|(?:notes|clips)\.(?:list|choices)$|transcripts\.(?:search|counts|startAll)$|job (?:outcomes\.settle|readings\.renew|exports\.prepare)$)/;
/** Rows of one task of the largest test in any one table, with a margin for a second read. */
const SUMMED_MOST = 3 * SIZES.sessionsOfLargest * SIZES.clicks;
/** These contain all of its tasks. */
const ofAllTasks = /^(?:testExports\b|job )/;
const ALL_TASKS_MOST = 1.4 * SIZES.sessionsOfLargest * SIZES.clicks * SIZES.tasksOfLargest;

interface Allowed {
  of: RegExp;
  what: RegExp;
  /** The one statement; any of the call without it. */
  statement?: RegExp;
  because: string;
}

const allowed: Allowed[] = [
  {
    of: /^tests\.list$/,
    what: /(?:all|rows) of all_tests/,
    because:
      'the plain array has up to 500 tests with recordings; a page says how many the workspace has in all',
  },
  {
    of: /./,
    what: /(?:all|rows) of all_tests/,
    statement: /^select "id" from "tests" where "workspace_id" = \$1 limit \$2 offset \$3$/,
    because:
      'a new test, also one that another call needs: looks whether the workspace has the most that it may have',
  },
  {
    of: /^tests\.(?:get|update)$/,
    what: /rows of task_runs by task_runs_pkey$/,
    because: 'the misclicks of up to 500 recordings, each with a run for each task',
  },
  {
    of: /^recordings\.get$/,
    what: /rows of all_sessions/,
    because: 'a recording says the how-manieth of its test it is',
  },
  {
    of: /^results\.recordings?$/,
    what: /rows of (?:task_runs|answers) by (?:(?:task_runs|answers)_pkey|Bitmap Heap Scan)$/,
    because:
      'lists that a filter or a search leaves: of a table this small, all of it is the quickest way to a fifteenth',
  },
  {
    of: /^findings\.(?:report|writeStory|addEvidence)$/,
    what: /(?:all|rows) of (?:all_sessions|recordings|task_runs|answers|openings|panel_visits)/,
    because:
      'who took part, the cover, and a number when it becomes evidence are sums as those of results',
  },
  {
    of: /^tests\.revisions$/,
    what: /rows of all_sessions/,
    because: 'says how many sessions each revision has: counted when its page is opened',
  },
  {
    of: /^workspaces\.setCompany$/,
    what: /(?:all|rows) of all_tests/,
    because: 'writes the new name into each of its tests',
  },
  {
    of: /^(?:workspaces\.storage)$/,
    what: /(?:all|rows) of (?:all_tests|all_sessions|recordings|screens|opening_counts)/,
    because:
      'adds up a workspace; kept for some seconds, and asked for by starts only with a quota',
  },
  {
    of: /^(?:retention\.(?:get|preview|set)|job retention\.run)$/,
    what: /(?:all|rows) of (?:all_tests|all_sessions|all_clips|all_notes|all_findings|all_finding_evidence)/,
    because: 'adds up what a rule deletes of a workspace: when it is chosen, and once an hour',
  },
  {
    of: /^job exports\.remove-ended$/,
    what: /(?:all of exports|rows of all_sessions by sessions_pkey)$/,
    because: 'goes through the exports of a day, once a minute',
  },
  {
    of: /^job webhooks\.clear-log$/,
    what: /(?:all|rows) of webhook(?:s|_deliveries)/,
    because: 'looks at the log of each webhook, once an hour',
  },
  {
    of: /^job objects\.sweep$/,
    what: /all of (?:revision_)?screens$/,
    because: 'goes through all that is stored, once an hour',
  },
];

function isAllowed({ of, what, statement }: PlanFinding): boolean {
  const rows = Number(/^reads (\d+) rows/.exec(what)?.[1] ?? Number.POSITIVE_INFINITY);
  if (sums.test(of) && rows <= (ofAllTasks.test(of) ? ALL_TASKS_MOST : SUMMED_MOST)) return true;
  return allowed.some((each) => fits(each, { of, what, statement }));
}

function fits(each: Allowed, { of, what, statement }: Omit<PlanFinding, 'mode'>): boolean {
  return each.of.test(of) && each.what.test(what) && (each.statement?.test(statement) ?? true);
}

let judged = 0;

/** Describes the findings since the last call, so that each test answers for its own. */
function takePlanErrors(): string[] {
  const unfit = plans.found.slice(judged).filter((finding) => !isAllowed(finding));
  judged = plans.found.length;
  return unfit.map(
    ({ of, mode, what, statement }) =>
      `${of} ${what} (${mode}): ${statement.replaceAll(/\s+/g, ' ').slice(0, 1500)}`,
  );
}

const calls = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, row]) => [`${group}.${name}`, row as Endpoint]),
  ),
);

describe('calls', () => {
  const roles: Role[] = ['owner', 'participant', 'link', 'anyone'];
  const rows = roleRows.flatMap((row) => {
    const role = roles.find((each) => row.cells[each] === 'ok');
    return role && calls.has(row.call) ? [{ ...row, as: role }] : [];
  });
  const ask = async (as: { role: Role; target: Target; own?: true }, request: RoleRequest) => {
    const credentials = await world.credentials(as.role, as.target, as.own);
    const headers = { accept: 'application/json', ...request.headers, ...credentials };
    return await send(world.app.origin, { ...request, headers });
  };
  /** A call that fails has not run its statements. */
  const expectDone = (call: string, { status, text }: ReceivedAnswer, expected?: number) => {
    const done = expected ?? calls.get(call)?.status ?? 200;
    expect([call, status, text.slice(0, 300)]).toEqual([call, done, expect.anything()]);
  };

  const groups = Map.groupBy(rows, ({ call }) => call.split('.')[0]);

  // The group of exports prepares one of the large test for each of its rows.
  const timeout = 300_000;
  it.each([...groups])('of the table of roles: %s', { timeout }, async (_group, rowsOfGroup) => {
    for (const row of rowsOfGroup) {
      plans.label(row.call);
      const target = { ...world.target, ...(await row.prepare?.(world)) };
      const request = await row.request(target, world);
      const own = row.ownSignIn ? { own: row.ownSignIn } : {};
      const answer = await ask({ role: row.as, target, ...own }, request);
      await row.restore?.(world);
      expectDone(row.call, answer, row.status);
    }
    expect(takePlanErrors()).toEqual([]);
  });

  it('in their other forms', async () => {
    const { owner, target } = world;
    await owner.put(`/api/tests/${target.test._id}/settings`, { duplicate: false });
    for (const { call, as, request } of callVariants) {
      plans.label(call);
      expectDone(call, await ask({ role: as, target }, request(target)));
    }
    expect(takePlanErrors()).toEqual([]);
  });
});

/** These calls reach a design tool or write files, and send no statement to the database. */
const withoutStatements = new Set([
  'screens.prefetch',
  'mail.send',
  'mail.clear-outbox',
  'objects.compact',
  'objects.delete',
]);

it('jobs', async () => {
  const { db } = world.app.parts;
  const { test } = world.target;
  const seeded = db.selectFrom('users').select('id').where('email', '=', 'owner7@large.example');
  await db
    .updateTable('users')
    .set({ deletion_at: new Date(Date.now() - 1000) })
    .where('id', 'in', seeded)
    .execute();
  const step = await db
    .selectFrom('steps')
    .select('id')
    .where('revision_id', '=', test.revision._id)
    .executeTakeFirstOrThrow();
  const exported = await world.owner.post(`/api/tests/${test._id}/exports`, {
    names: true,
    videos: true,
    heatmaps: true,
    messages: true,
  });
  const data: Record<string, object> = {
    'exports.prepare': { exportId: exported.body.id },
    'outcomes.settle': { stepId: step.id },
    'readings.renew': { revisionId: test.revision._id as RevisionId, nodeIds: ['900:77'] },
  };
  const handlers = jobHandlers(world.app.parts) as Record<string, (data: object) => Promise<void>>;
  for (const kind of Object.keys(jobKinds).filter((each) => !withoutStatements.has(each))) {
    plans.label(`job ${kind}`);
    await handlers[kind]?.(data[kind] ?? {});
  }
  expect(takePlanErrors()).toEqual([]);
});

describe('this test', () => {
  it('has grown every table', () => {
    // A row for each migration.
    expect(small).toEqual(['migrations']);
  });

  it('allows nothing that is no longer so', () => {
    const unused = allowed.filter((each) => !plans.found.some((one) => fits(each, one)));
    expect(unused).toEqual([]);
  });
});

it('references have an index', async () => {
  expect(await unindexedReferences(world.app.parts.db)).toEqual([]);
});
