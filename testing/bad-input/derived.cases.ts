// Bad inputs that follow from the contract: callers without permission, ids that are none, bodies without their fields.
import { api } from '#contract/api.ts';
import { addressOf, type Endpoint, isOfPerson } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { parseInput } from '#server/platform/http/parse-input.ts';
import { validBody } from '../valid-body.ts';
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { Caller, World } from './world.ts';

export const derivedCases: BadInput[] = Object.entries(api).flatMap(([group, rows]) =>
  Object.entries(rows as Record<string, Endpoint>).flatMap(([name, row]) =>
    casesOf(`${group}.${name}`, row),
  ),
);

function casesOf(call: string, row: Endpoint): BadInput[] {
  const address = (world: World) => addressOf<Endpoint>(row, { params: paramsOf(world) });
  const body = validBody(call, row);
  const given = body === undefined ? {} : { json: body };
  const ofPerson = isOfPerson(row.permission);
  const cases: BadInput[] = [];
  if (row.permission !== 'anyone') {
    const code = refusalOf(row);
    const request = ask(row.method, address, { as: 'anyone', ...given });
    cases.push([call, 'nobody’s call, by its permission', request, refused(code)]);
  }
  if (ofPerson && row.method !== 'GET') {
    const headers = { 'x-xsrf-token': 'forged' };
    const request = ask(row.method, address, { headers, ...given });
    cases.push([call, 'a forged token, by its method', request, refused('cross_site_token')]);
  }
  if (row.params && row.permission !== 'participant' && row.method !== 'OPTIONS') {
    const path = row.path.replace(/:\w+/g, 'constructor');
    cases.push([call, 'ids that are none', ask(row.method, path, given), refused('not_found')]);
  }
  const missing = typeof row.body === 'object' ? refusedFields(row.body) : null;
  if (missing) {
    const as: Caller = row.permission === 'participant' ? 'running' : 'owner';
    const request = ask(row.method, address, { as, json: {} });
    cases.push([call, 'an object without fields, by its body', request, badFields(missing)]);
  }
  return cases;
}

/** Returns the expected answer to a caller without credentials. */
function refusalOf({ permission }: Endpoint) {
  if (permission === 'visitor') return 'view_closed';
  return isOfPerson(permission) ? 'not_signed_in' : 'session_token_invalid';
}

/** Returns the body schema's errors for an object without fields, or null if the schema accepts it. */
function refusedFields(body: Parameters<typeof parseInput>[0]): Record<string, string> | null {
  try {
    parseInput(body, {});
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.detail.fields ?? {};
  }
}

const unknownId = '3f2b8a10-5c4d-4e6f-8a7b-9c0d1e2f3a4b';

/** Returns the values of a path's parameters by name. */
function paramsOf({ tests: { open }, sessions: { running, finished } }: World) {
  return {
    id: open._id,
    testId: open._id,
    uniqueId: open.uniqueId,
    company: 'x',
    testName: 'x',
    sessionId: running._id,
    uploadId: running.uploadId,
    userTimestamp: finished.userTimestamp,
    screenId: '1:2',
    sheet: '0',
    number: '1',
    step: '2',
    openingId: unknownId,
    apiKeyId: unknownId,
    noteId: unknownId,
    clipId: unknownId,
    memberId: unknownId,
    viewLinkId: unknownId,
    personalLinkId: unknownId,
    reelId: unknownId,
    findingId: unknownId,
    segment: '0',
    format: 'vtt',
    correctionId: unknownId,
    webhookId: unknownId,
    deliveryId: unknownId,
    exportId: unknownId,
    file: 'sessions.csv',
  };
}
