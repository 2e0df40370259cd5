// The error of every query, connection and notification that fails because the database can't be reached or ended the
// connection. A later try may succeed.

/** A property, so that it survives where a library copies the error's properties into an object of its own. */
const CODE = 'DATABASE_AWAY';

export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  readonly code = CODE;
  /** SQLSTATE or system error that the driver reported. */
  readonly reason: string;

  constructor(cause: Error & { code?: unknown }) {
    super(cause.message, { cause });
    this.reason = typeof cause.code === 'string' ? cause.code : cause.name;
  }
}

/** Classes 08 (connection) and 57P (operator intervention), and 'too many connections' (PostgreSQL, appendix A). */
const awayState = /^(08|57P|53300)/;
/** The driver's own sentences when the server closes a connection or the pool has none in time. */
const awayMessage =
  /^(Connection terminated|timeout exceeded|timeout expired|Client (has encountered a connection error|was closed))/;

/** Returns the error of a query or of a connection, as `DatabaseAway` if that is its cause. */
export function asDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAway) return error;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  const isAway =
    // A system call on the socket failed: connect, read, write or a name's look-up.
    typeof syscall === 'string' ||
    (typeof code === 'string' && awayState.test(code)) ||
    awayMessage.test(error.message);
  return isAway ? new DatabaseAway(error) : error;
}

/** Returns whether the error, or a cause of it, is that the database is away. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === CODE || isDatabaseAway(cause);
}
