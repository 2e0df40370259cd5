// The OpenAPI 3.1 document and the API reference at /api/docs, made from the endpoint table.
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { z } from 'zod';
import { api } from '#contract/api.ts';
import { CROSS_SITE_HEADER } from '#contract/cookies.ts';
import { type Endpoint, isOfPerson, keyScopeOf, type Permission } from '#contract/endpoint.ts';
import { errorBody } from '#contract/error-body.ts';
import { API_KEY_RATE, RECENT_SIGN_IN_MINUTES, REFERENCE_RATE } from '#contract/limits.ts';
import { API_REFERENCE } from '#contract/paths.ts';
import { TUS_CONTENT_TYPE } from '#contract/uploads.api.ts';
import type { RouteParts } from '../callers.ts';
import { countedAddress } from '../client-address.ts';
import { signInCookie, VIEW_COOKIE_NAME } from '../credentials.ts';
import { GeneratedDocument } from './generated-document.ts';
import { responsesOf } from './responses.ts';
import { type Json, schemaOf } from './schemas.ts';

/** The whole document, OpenAPI 3.1. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [group, rows] of Object.entries(api)) {
    for (const [name, row] of Object.entries(rows as Record<string, Endpoint>)) {
      const path = row.path.replace(/:(\w+)/g, '{$1}');
      for (const method of [row.method, ...(row.also ?? [])]) {
        paths[path] = {
          ...paths[path],
          [method.toLowerCase()]: operation(`${group}.${name}`, row, publicUrl),
        };
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tryout',
      version: '1',
      description:
        'Usability tests on design prototypes. Errors are `{message, code, fields?}`. ' +
        'State-changing calls of a signed-in person carry the value of the `XSRF-TOKEN` cookie in ' +
        'the `X-XSRF-TOKEN` header; calls of a participant carry their session token.' +
        `\n\n${keyIntroduction(publicUrl)}`,
    },
    servers: [{ url: publicUrl }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: securitySchemes(publicUrl),
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  };
}

const securitySchemes = (publicUrl: string) => ({
  signIn: { type: 'apiKey', in: 'cookie', name: signInCookie(publicUrl) },
  crossSite: { type: 'apiKey', in: 'header', name: CROSS_SITE_HEADER },
  session: { type: 'http', scheme: 'bearer' },
  view: { type: 'apiKey', in: 'cookie', name: VIEW_COOKIE_NAME },
  apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'tryout_…' },
});

const permissionSentences: Record<Permission, string> = {
  anyone: 'Anyone may call; what is answered may depend on a sign-in or a session token.',
  participant: "The session's own token as `Authorization: Bearer …`.",
  visitor: 'A visitor of a link for viewing, by the cookie that `views.open` sets.',
  viewer: 'Anyone signed in to the workspace: viewer, member or owner.',
  'private-link': "The token of a participant's private link as `Authorization: Bearer …`.",
  member: 'A signed-in member or owner of the workspace.',
  owner: 'The signed-in owner of the workspace.',
};

const recentSentence = `The sign-in is at most ${RECENT_SIGN_IN_MINUTES} minutes old, or confirmed since by \`/auth/google?again=1\`.`;

function operation(id: string, row: Endpoint, publicUrl: string): Json {
  return {
    operationId: id,
    tags: [id.split('.')[0]],
    // Plain text in the format, unlike descriptions.
    summary: row.summary.replace(/`([^`]*)`/g, '“$1”'),
    description: `**Permission: ${row.permission}.** ${permissionSentences[row.permission]}${row.recentSignIn ? ` ${recentSentence}` : ''}${byKey(row, publicUrl)}`,
    security: securityOf(row),
    parameters: parametersOf(row),
    ...bodyOf(row),
    responses: responsesOf(row),
  };
}

function securityOf(row: Endpoint): Json[] {
  if (row.permission === 'anyone') return [];
  if (row.permission === 'participant' || row.permission === 'private-link')
    return [{ session: [] }];
  if (row.permission === 'visitor') return [{ view: [] }];
  const bySignIn = row.method === 'GET' ? { signIn: [] } : { signIn: [], crossSite: [] };
  return keyScopeOf(row) === null ? [bySignIn] : [bySignIn, { apiKey: [] }];
}

function parametersOf({ params, query }: Endpoint): Json[] {
  const parametersIn = (place: 'path' | 'query', schema: z.core.$ZodType | undefined) => {
    if (!schema) return [];
    const json = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (json.required ?? []).includes(name),
      schema: property,
    }));
  };
  return [...parametersIn('path', params), ...parametersIn('query', query)];
}

const formSchema = {
  type: 'object',
  properties: {
    video: { type: 'string', format: 'binary', description: 'The whole video (WebM).' },
    upload: { type: 'string', description: 'Id of the streamed upload, in place of the video.' },
    name: { type: 'string' },
    events: { type: 'string', description: 'JSON list of raw prototype messages.' },
    ended: {
      type: 'string',
      enum: ['sharing_ended', 'stuck'],
      description: 'End of the recording.',
    },
    '1-2': { type: 'string', format: 'binary', description: 'PNG heatmap of the screen 1:2.' },
  },
};

const bytesSchema = { schema: { type: 'string', format: 'binary' } };

/** Content of bodies that are no JSON. */
const rawBodies: Record<string, Json> = {
  multipart: { 'multipart/form-data': { schema: formSchema } },
  tus: { [TUS_CONTENT_TYPE]: bytesSchema },
  image: { 'image/webp': bytesSchema, 'image/jpeg': bytesSchema, 'image/png': bytesSchema },
};

function bodyOf(row: Endpoint): Json {
  if (row.body === undefined) return {};
  const content =
    typeof row.body === 'string'
      ? rawBodies[row.body]
      : { 'application/json': { schema: schemaOf(row.body, 'input') } };
  return { requestBody: { required: true, content } };
}

/** The reference needs its own scripts and styles, nothing from elsewhere. */
const referencePolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/**
 * The reference hides the bar above, which is for other documents (the selectors are as specific as those that show
 * it), and links, because it has none. Answers are separated, and on a narrow screen one takes the whole width under
 * its status.
 */
const referenceStyle = `
.swagger-ui .topbar, .swagger-ui .response-col_links { display: none }
.swagger-ui .responses-inner .responses-table > tbody > tr > td:not(.response-col_links) { padding-bottom: 20px }
@media (max-width: 600px) {
  .swagger-ui .responses-inner .responses-table > thead { display: none }
  .swagger-ui .responses-inner .responses-table > tbody > tr,
  .swagger-ui .responses-inner .responses-table > tbody > tr > td:not(.response-col_links) { display: block; width: auto; padding-left: 0 }
  .swagger-ui .responses-inner .responses-table > tbody > tr > td.response-col_status { padding-bottom: 0 }
  .swagger-ui .responses-inner select { min-width: 0; max-width: 100% }
}`;

/** Serves the reference at /api/docs, with a rate for each address because anyone may read it, and the document at /api/docs/json. */
export async function serveReference(
  app: FastifyInstance,
  { publicUrl, rates }: Pick<RouteParts, 'publicUrl' | 'rates'>,
): Promise<void> {
  const reference: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', async ({ ip }) => {
      await rates.count('reference', countedAddress(ip), REFERENCE_RATE);
    });
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', referencePolicy);
    });
    // The document is computed at the first request, because it takes half of the time in which the app is built.
    const document: Json = {};
    await scope.register(fastifySwagger, {
      mode: 'static',
      specification: { document: document as never },
    });
    const filled = () =>
      document.openapi ? document : Object.assign(document, openApiDocument(publicUrl));
    // The plugin would write them again for each request: 5 ms for JSON, 300 ms for YAML.
    const documents = new Map([
      [
        `${API_REFERENCE}/json`,
        new GeneratedDocument('application/json; charset=utf-8', () => JSON.stringify(filled())),
      ],
      [
        `${API_REFERENCE}/yaml`,
        new GeneratedDocument('application/x-yaml', () => {
          filled();
          return scope.swagger({ yaml: true });
        }),
      ],
    ]);
    await scope.register(fastifySwaggerUi, {
      routePrefix: API_REFERENCE,
      uiHooks: {
        preHandler: async (request, reply) =>
          documents.get(request.routeOptions.url ?? '')?.send(request, reply),
      },
      uiConfig: { docExpansion: 'list', deepLinking: true },
      theme: {
        title: 'Tryout: API reference',
        css: [{ filename: 'tryout.css', content: referenceStyle }],
      },
    });
  };
  await app.register(reference);
}

// The API reference's section on API keys: the first steps of a program, and an example of each call that a key may
// make.

/** Header for a shell that has the key in TRYOUT_KEY. */
const authorization = '-H "Authorization: Bearer $TRYOUT_KEY"';

/** A text in single quotes of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A call by curl on one line, or null if no key may make it. Parameters are in braces, as in the path. */
function curlOf(row: Endpoint, publicUrl: string): string | null {
  if (keyScopeOf(row) === null || row.permission === 'anyone') return null;
  const address = quoted(`${publicUrl}${row.path.replace(/:(\w+)/g, '{$1}')}`);
  const method = row.method === 'GET' ? [] : ['-X', row.method];
  const sent =
    typeof row.body === 'object' ? ["-H 'Content-Type: application/json'", '-d @body.json'] : [];
  const output = row.answer === 'video' ? ['-o', 'recording.webm'] : [];
  return ['curl', '-g', ...method, authorization, ...sent, ...output, address].join(' ');
}

/** The section about API keys in the description of the whole reference. */
function keyIntroduction(publicUrl: string): string {
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

/** The key that a call requires, with an example. */
function byKey(row: Endpoint, publicUrl: string): string {
  const scope = keyScopeOf(row);
  const curl = curlOf(row, publicUrl);
  if (!isOfPerson(row.permission)) return '';
  if (scope === null || curl === null) return '\n\n**API key: none.**';
  return `\n\n**API key: ${scope}.**\n\n\`\`\`sh\n${curl}\n\`\`\``;
}
