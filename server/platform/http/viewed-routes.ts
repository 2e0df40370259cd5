// The calls that visitors of links for viewing may make: each row of the table that names their kind, registered a second
// time below /api/view/{id}. A row that names none does not exist there.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Endpoint, viewedPath } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Parts } from '#server/parts.ts';
import type { ViewCaller } from '#server/platform/access/sign-in.ts';
import { chargeCall } from './computing.ts';
import type { AnyHandler } from './handlers.ts';
import { logged } from './logged-call.ts';
import { parseInput, parseParams } from './parse-input.ts';
import { shownToVisitor } from './shown-to-visitors.ts';
import { asCaller, permitVisitor } from './view-link.ts';

export function registerViewedRoute(
  app: FastifyInstance,
  parts: Parts,
  { key, row, handler }: { key: string; row: Endpoint; handler: AnyHandler },
): void {
  const kinds = row.viewedBy;
  if (!kinds) return;
  if (row.method !== 'GET' || row.body)
    throw new Error(`${key}: a visitor reads and changes nothing`);
  app.get(viewedPath(row.path), { config: { endpoint: row } }, async (request, reply) =>
    logged(parts.securityLog, { key, request }, async (ids) => {
      const view = await permitVisitor(parts, request, { kinds, ids });
      const params = row.params ? parseParams(row.params, request.params) : undefined;
      const query = queryOf(row, request, view);
      // Told to browsers at each answer: nothing of it is kept or found by search engines.
      reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');
      const caller = asCaller(row, view);
      await chargeCall(parts, row, { caller, request });
      const answer = await handler({ params, query, body: undefined, caller, request, reply });
      if (answer !== reply) return shownToVisitor(answer, { view, secrets: parts.secrets });
      const { id: linkId, sessionId, clipId } = view;
      parts.viewAnswers.watch(reply.raw, { linkId, sessionId, clipId });
      return reply;
    }),
  );
}

/** A search that looks into names would tell them, one guess after the other. */
const SEARCHES = ['search', 'text', 'person'];

function queryOf(row: Endpoint, request: FastifyRequest, view: ViewCaller): unknown {
  const asked = { ...(request.query as Record<string, unknown>) };
  const isDownload = asked.download !== undefined || row.answer === 'zip';
  if (isDownload && !view.withDownloads) throw new AppError('not_found');
  if (!view.withNames) for (const name of SEARCHES) delete asked[name];
  return row.query ? parseInput(row.query, asked) : undefined;
}
