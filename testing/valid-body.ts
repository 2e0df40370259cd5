// A body that each call accepts, made of its schema: what a test sends where the content does not matter.
import type { Endpoint } from '#contract/endpoint.ts';
import { type Json, schemaOf } from '#server/platform/http/reference/schemas.ts';

const id = '019a9e04-1c55-7d10-9b52-3f0a6f5a2c11';
const mailedToken = 'mX2c8Vd0rJ7Yt4sQ9wLk1nB5hG3fP6zA0uEoIyTbRsM';
const press = { seq: 0, atMs: 1210, type: 'MOUSE_PRESS_OR_RELEASE', data: {} };

/** Values of fields that their schema does not decide, by call or by the group of calls. */
const given: Readonly<Record<string, Json>> = {
  accounts: { token: mailedToken },
  'accounts.changeEmail': { email: 'ada@example.org' },
  'clips.create': { fromMs: 38_200, toMs: 51_200 },
  'clips.change': { fromMs: 38_200, toMs: 51_200 },
  'findings.place': { after: null },
  invitations: { token: mailedToken },
  // An invitation is named by its token or by its id.
  'invitations.accept': { invitationId: undefined },
  'invitations.decline': { token: undefined },
  'outcomes.exclude': { reason: null, basedOn: null },
  'outcomes.override': { outcome: null, basedOn: null },
  'reels.create': { clips: [] },
  'sessions.events': { events: [press] },
  'personalLinks.create': { names: ['Ada'] },
  'sessions.start': {
    openingId: undefined,
    revisionId: undefined,
    answers: undefined,
    consent: undefined,
    personalToken: undefined,
    pilot: undefined,
  },
  'testExports.make': { names: false, heatmaps: false, messages: false },
  'tests.create': { goal: null },
  'tests.update': { goal: null },
  'participation.change': { nameFrom: undefined },
  'tests.saveSettings': { duplicate: false },
  'viewLinks.create': { password: null, withNames: false, withDownloads: false },
  'views.exchange': { token: '3q2-7wEjRWeJq83vASNFZw' },
};

/** Texts of fields whose schema has no format. */
const named: Readonly<Record<string, string>> = {
  browserKey: 'b5Zk0c1mQ7yWnP3x',
  email: 'ada@example.com',
  figmaUrl: 'https://www.figma.com/proto/AbCdEfGhIjKlMnOpQrStUv/Shop?node-id=1-2',
  teamMemberEmail: 'grace@example.com',
  url: 'https://hooks.example.org/tryout',
};

/** @param call as in `tests.create` @returns undefined for a row without a JSON body */
export function validBody(call: string, { body }: Endpoint): unknown {
  if (typeof body !== 'object') return undefined;
  const sample = sampleOf(schemaOf(body, 'input')) as Json;
  const fields = { ...given[call.split('.')[0] ?? ''], ...given[call] };
  const entries = Object.keys(sample).map((name) => [
    name,
    name in fields ? fields[name] : sample[name],
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const formats: Readonly<Record<string, unknown>> = {
  date: '2026-11-21',
  'date-time': '2099-12-31T17:00:00.000Z',
  email: 'ada@example.com',
  uri: 'https://example.org/',
  uuid: id,
};

/** A value that fits a schema. A refinement that JSON Schema cannot express may refuse it. */
function sampleOf(schema: Json, name = ''): unknown {
  const { anyOf, oneOf = anyOf, const: constant, enum: values, items, minItems = 1 } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(oneOf)) return sampleOf(oneOf[0], name);
  // A field that may be null has a list of types, with null as the last one.
  const [type] = [schema.type].flat();
  if (type === 'array')
    return items ? Array.from({ length: Number(minItems) }, () => sampleOf(items as Json)) : [];
  if (type === 'object') {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    return Object.fromEntries(fields.map(([field, value]) => [field, sampleOf(value, field)]));
  }
  if (type === 'boolean') return true;
  if (type === 'string') return formats[String(schema.format)] ?? named[name] ?? 'text';
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  return null;
}
