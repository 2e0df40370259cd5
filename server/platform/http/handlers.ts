// The types that tie a row of the endpoint table to the function that answers it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '#contract/api.ts';
import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  ParamsOf,
  Permission,
  QueryOf,
  RawAnswer,
} from '#contract/endpoint.ts';
import type { SessionId } from '#contract/ids.ts';
import type { PrivateLink, SignIn } from '#server/platform/access/authorized.ts';
import type { ViewCaller } from '#server/platform/access/sign-in.ts';

/** A caller of a call that anyone may make. Both credentials are read only on request. */
export interface Visitor {
  signIn(): Promise<SignIn | null>;
  sessionId(): SessionId | null;
  /** A visitor of a link for viewing, which alone counts then. */
  view?: ViewCaller;
}

type CallerOf<P extends Permission> = P extends 'anyone'
  ? Visitor
  : P extends 'participant'
    ? SessionId
    : P extends 'private-link'
      ? PrivateLink
      : P extends 'visitor'
        ? ViewCaller
        : SignIn;

/** One call after parsing and the check of its permission. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: CallerOf<E['permission']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answer<E extends Endpoint> = E['answer'] extends RawAnswer ? FastifyReply : AnswerOf<E>;

/** A long answer may be sent as a stream. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | FastifyReply>;

/** The functions of one group of the table, one for each row. */
export type HandlersOf<G extends keyof Api> = {
  [K in keyof Api[G]]: Api[G][K] extends Endpoint ? Handler<Api[G][K]> : never;
};

/** A function for every row there is. */
export type Handlers = { [G in keyof Api]: HandlersOf<G> };

type AnyCall = Record<'params' | 'query' | 'body' | 'caller', unknown> & {
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A row of the table with its key (`tests.delete`) and the function that answers it. */
export interface RoutedRow {
  key: string;
  row: Endpoint;
  handler: (call: AnyCall) => Promise<unknown>;
}

type Table<T> = Record<string, Record<string, T>>;

/** The endpoint table, and one function for each row. */
export interface RouteTable {
  api: Table<Endpoint>;
  handlers: Table<unknown>;
}

/** Returns every row with its function. @throws Error that names a row without a function */
export function routedRows({ api, handlers }: RouteTable): RoutedRow[] {
  return Object.entries(api).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, row]) => {
      const key = `${group}.${name}`;
      const handler = handlers[group]?.[name];
      if (typeof handler !== 'function') throw new Error(`No handler for ${key}`);
      return { key, row, handler: handler as RoutedRow['handler'] };
    }),
  );
}
