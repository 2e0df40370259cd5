// Registers the calls that visitors of links for viewing may make: each row of the endpoint table with `viewedBy`, a
// second time below /api/view/{id}. Other rows do not exist there.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Endpoint, viewedPath } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Parts } from '#server/parts.ts';
import type { ViewCaller } from '#server/platform/access/sign-in.ts';
import { chargeCall } from '#server/platform/http/computation-cost.ts';
import { type RoutedRow, type RouteTable, routedRows } from '#server/platform/http/handlers.ts';
import { logCall } from '#server/platform/http/log-call.ts';
import { parseInput, parseParams } from '#server/platform/http/parse-input.ts';
import { asCaller, permitVisitor } from './permit-visitor.ts';
import { answerForVisitor } from './visitor-answers.ts';

type ViewedParts = Pick<
  Parts,
  'db' | 'publicUrl' | 'secrets' | 'securityLog' | 'rates' | 'viewAnswers'
>;

/** Registers every row of the table that visitors of a link may call. */
export function registerVisitorRoutes(
  app: FastifyInstance,
  parts: ViewedParts,
  table: RouteTable,
): void {
  for (const routed of routedRows(table)) registerVisitorRoute(app, parts, routed);
}

function registerVisitorRoute(
  app: FastifyInstance,
  parts: ViewedParts,
  { key, row, handler }: RoutedRow,
): void {
  const kinds = row.viewedBy;
  if (!kinds) return;
  if (row.method !== 'GET' || row.body)
    throw new Error(`${key}: visitors may only read, so the row must be a GET without a body`);
  app.get(viewedPath(row.path), { config: { endpoint: row } }, async (request, reply) =>
    logCall(parts.securityLog, { key, request }, async (ids) => {
      const view = await permitVisitor(parts, request, { kinds, ids });
      const params = row.params ? parseParams(row.params, request.params) : undefined;
      const query = queryOf(row, request, view);
      // Each answer forbids browsers to store it and search engines to index it.
      reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');
      const caller = asCaller(row, view);
      await chargeCall(parts, row, { caller, request });
      const answer = await handler({ params, query, body: undefined, caller, request, reply });
      if (answer !== reply) return answerForVisitor(answer, { view, secrets: parts.secrets });
      const { id: linkId, sessionId, clipId } = view;
      parts.viewAnswers.watch(reply.raw, { linkId, sessionId, clipId });
      return reply;
    }),
  );
}

/** Parameters that search in names, texts and what a link brought along. They are ignored if either is hidden, because a search would reveal it. */
const SEARCHES = ['search', 'text', 'person', 'parameter'];

function queryOf(row: Endpoint, request: FastifyRequest, view: ViewCaller): unknown {
  const query = { ...(request.query as Record<string, unknown>) };
  const isDownload = query.download !== undefined || row.answer === 'zip';
  if (isDownload && !view.withDownloads) throw new AppError('not_found');
  if (!view.withNames || !view.withTexts) {
    for (const name of SEARCHES) delete query[name];
    // A comparison searches by its values.
    if (SEARCHES.includes(String(query.field))) delete query.field;
  }
  return row.query ? parseInput(row.query, query) : undefined;
}
