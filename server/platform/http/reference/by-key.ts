// What the API reference says of API keys: how programs begin, and an example of each call that a key may make.
import { type Endpoint, isOfPerson, keyScopeOf } from '#contract/endpoint.ts';
import { API_KEY_RATE } from '#contract/limits.ts';
import { bodyExample } from './examples.ts';

/** Written for a shell that has the key in TRYOUT_KEY. */
const authorization = '-H "Authorization: Bearer $TRYOUT_KEY"';

/** A text in single quotes of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A call by curl, one line; null: no key may make it. Parameters stand in braces, as in the path. */
export function curlOf(id: string, row: Endpoint, publicUrl: string): string | null {
  if (keyScopeOf(row) === null || row.permission === 'anyone') return null;
  const address = quoted(`${publicUrl}${row.path.replace(/:(\w+)/g, '{$1}')}`);
  const method = row.method === 'GET' ? [] : ['-X', row.method];
  const body = bodyExample(id, row);
  const sent =
    body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`];
  const output = row.answer === 'video' ? ['-o', 'recording.webm'] : [];
  return ['curl', '-g', ...method, authorization, ...sent, ...output, address].join(' ');
}

/** The section about API keys in the description of the whole reference. */
export function keyIntroduction(publicUrl: string): string {
  return `## API keys

The owner of a workspace makes API keys in **Settings → Integrations**. A program sends one with each call, and needs neither cookie nor cross-site token:

\`\`\`sh
curl ${authorization} '${publicUrl}/api/tests?limit=20'
\`\`\`

A key with the scope *read* may make calls by GET and HEAD alone, one with *write* every call that a member may make. Calls about accounts, sign-ins, teams and keys, and the owner's own calls, are refused (\`key_refused\`): each call below says what a key needs. What a key writes is written in the name of the person who made it. Of one key ${API_KEY_RATE.calls} calls in ${API_KEY_RATE.perSeconds} s are answered; beyond that comes 429 with \`Retry-After\`. A key in an address is refused, since addresses are kept in logs. A revoked key stops at its next call, and within seconds in the middle of a download or stream.

A key with *write* makes a test:

\`\`\`sh
curl ${authorization} -H 'Content-Type: application/json' \\
  -d '{"name": "Checkout", "task": "Order a plant.", "figmaUrl": "https://example.org/shop"}' \\
  '${publicUrl}/api/tests'
\`\`\``;
}

/** What a key needs for a call, with an example. */
export function byKey(id: string, row: Endpoint, publicUrl: string): string {
  const scope = keyScopeOf(row);
  const curl = curlOf(id, row, publicUrl);
  if (!isOfPerson(row.permission)) return '';
  if (scope === null || curl === null) return '\n\n**API key: none.**';
  return `\n\n**API key: ${scope}.**\n\n\`\`\`sh\n${curl}\n\`\`\``;
}
