// The server's log: JSON lines on standard output, without what people typed or are called.
import type { DestinationStream } from 'pino';
import { pino } from 'pino';

/** What an address stands between, quoted or bare, cuts a text into such words. */
const WORD = /[^\s<>"'(),;:]+/g;
/** Longer texts are cut before they are searched. */
const TEXT_MAX_CHARACTERS = 4000;

/**
 * An error without its fields: those of the database name values of rows (`detail`), those of a mail
 * server name recipients. What is left tells where it happened.
 */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: masked(error.message),
    stack: masked(error.stack ?? ''),
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause instanceof Error ? { cause: plainError(cause) } : {}),
  };
}

function masked(text: string): string {
  const isAddress = (word: string) => word.includes('@', 1);
  return text
    .slice(0, TEXT_MAX_CHARACTERS)
    .replace(WORD, (word) => (isAddress(word) ? '[email]' : word));
}

const nothing = () => undefined;

/** @param destination standard output unless given. */
export function createLog(level: string, destination?: DestinationStream) {
  const options = {
    level,
    // The framework adds requests to some of its lines, whose addresses carry names and tokens; its form
    // reader adds all headers, with the session's token.
    serializers: { err: plainError, req: nothing, res: nothing, busboyOptions: nothing },
  };
  return destination ? pino(options, destination) : pino(options);
}
