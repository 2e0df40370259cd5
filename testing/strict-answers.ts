// Holds every JSON answer of a test's app against its row: a field that the contract does not list fails the call.
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

/** The call answers 500; with TEST_LOG_LEVEL=error the log says what was answered and what is listed. */
export function refuseUndeclaredAnswers(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { endpoint: row } = request.routeOptions.config as { endpoint?: Endpoint };
    if (!row || reply.statusCode >= 300 || !(row.answer instanceof z.core.$ZodType)) return payload;
    const answer = jsonOf(payload);
    const declared = jsonOf(z.encode(row.answer, z.decode(row.answer, answer)));
    if (!isDeepStrictEqual(answer, declared)) {
      const [is, listed] = [answer, declared].map((value) => JSON.stringify(value));
      throw new Error(`${row.path} answers ${is}, its row lists ${listed}`);
    }
    return payload;
  });
}

/** A value as JSON carries it. */
const jsonOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
