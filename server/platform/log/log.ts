// The server's log: JSON lines on standard output, without names and texts of people.
import type { DestinationStream, LoggerOptions } from 'pino';
import { pino } from 'pino';

/** Words between the characters that enclose an address, quoted or bare. */
const WORD = /[^\s<>"'(),;:]+/g;
/** Longer texts are cut before they are searched. */
const TEXT_MAX_CHARACTERS = 4000;

/** Fields of errors that are logged. The database's others (`detail`, `where`) hold values of rows, a mail server's recipients. */
const FIELDS = ['code', 'severity', 'routine', 'table', 'constraint'] as const;

/** @param error an error, or the properties of one that a library copied into another object */
function plainError(error: unknown): object {
  if (typeof error !== 'object' || error === null) return { type: typeof error };
  const { name, message, stack, cause, ...others } = error as Partial<Error>;
  const given: Record<string, unknown> = { ...others };
  const fields = FIELDS.filter((field) => typeof given[field] === 'string');
  return {
    type: name ?? 'object',
    ...(message === undefined ? {} : { message: masked(message) }),
    ...(stack === undefined ? {} : { stack: masked(stack) }),
    ...Object.fromEntries(fields.map((field) => [field, given[field]])),
    ...(cause === undefined ? {} : { cause: plainError(cause) }),
  };
}

function masked(text: string): string {
  const isAddress = (word: string) => word.includes('@', 1);
  return text
    .slice(0, TEXT_MAX_CHARACTERS)
    .replace(WORD, (word) => (isAddress(word) ? '[email]' : word));
}

const nothing = () => undefined;

/**
 * @param destination standard output unless given.
 * @param takes gets the error of each line; if it returns true, lines of its own replace that line.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  takes: (error: unknown) => boolean = () => false,
) {
  const options: LoggerOptions = {
    level,
    hooks: {
      logMethod(args, method) {
        const [detail] = args as [{ err?: unknown } | undefined];
        if (!takes(detail?.err)) method.apply(this, args);
      },
    },
    // These serializers drop requests, which the framework adds to some of its lines, because their addresses contain
    // names and tokens. Its form reader adds all headers, with the session's token.
    serializers: { err: plainError, req: nothing, res: nothing, busboyOptions: nothing },
  };
  return destination ? pino(options, destination) : pino(options);
}
