// One row of the table of bad inputs: a call, what is wrong, the request, and the answer it must get.
import type { ErrorBody } from '#contract/error-body.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import type { Caller, World } from './world.ts';

/** A request as it goes over the wire: the path is sent as written, headers may repeat. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** The expected rejection: the whole body, or the target of a redirect. */
export type Refusal = { status: number; body: ErrorBody } | { status: 302; location: string };

export type BadInput = readonly [
  /** Row of the endpoint table, such as `tests.create`. */
  call: string,
  what: string,
  request: (world: World) => Sent,
  refusal: Refusal,
];

interface RequestOptions {
  as?: Caller;
  /** Sent as JSON. */
  json?: unknown;
  /** The body, sent as written: as JSON unless a header defines another type. */
  body?: string | Buffer;
  headers?: Record<string, string | string[]>;
}

type Path = string | ((world: World) => string);

/** A request by the owner unless `as` names another person. */
export function ask(
  method: string,
  path: Path,
  options: RequestOptions | ((world: World) => RequestOptions) = {},
): (world: World) => Sent {
  return (world) => {
    const { as = 'owner', json, body, headers } = isFunction(options) ? options(world) : options;
    const content = json === undefined ? body : JSON.stringify(json);
    return {
      method,
      path: isFunction(path) ? path(world) : path,
      headers: {
        accept: 'application/json',
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...world.credentials[as],
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    };
  };
}

function isFunction<T>(value: T | ((world: World) => T)): value is (world: World) => T {
  return typeof value === 'function';
}

/** The refusal of a code, with its sentence unless another is given. */
export function refused(code: ErrorCode, message: string = errors[code][1]): Refusal {
  return { status: errors[code][0], body: { message, code } };
}

/** 400 with a sentence for each bad field; the first of them is the message. */
export function badFields(fields: Record<string, string>): Refusal {
  const message = Object.values(fields)[0] ?? errors.bad_input[1];
  return { status: 400, body: { message, code: 'bad_input', fields } };
}
