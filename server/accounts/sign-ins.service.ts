// Sign-ins of a person, and how they end. Pages and streams of an ended one stop at once.
import { AppError } from '#contract/errors.ts';
import type { SignInId } from '#contract/ids.ts';
import type { SignInEntry } from '#contract/sign-ins.api.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { deleteSignIns, listSignIns } from './sign-ins.db.ts';

export async function signInsOf(parts: Pick<Parts, 'db'>, who: SignIn): Promise<SignInEntry[]> {
  const rows = await listSignIns(parts.db, who.userId);
  const entries = rows.map((row) => ({
    _id: row.id,
    device: row.device,
    begunAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    current: row.id === who.id,
  }));
  return entries.toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** @throws AppError not_found when it has ended or is another person's. */
export async function endOne(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
  id: SignInId,
): Promise<void> {
  const ended = await deleteSignIns(parts.db, who.userId, { only: id });
  if (ended.length === 0) throw new AppError('not_found');
  note(parts, who, ended);
}

/** @returns how many have ended. */
export async function endOthers(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
): Promise<number> {
  const ended = await deleteSignIns(parts.db, who.userId, { except: who.id });
  note(parts, who, ended);
  return ended.length;
}

function note(
  { securityLog }: Pick<Parts, 'securityLog'>,
  { userId }: SignIn,
  ended: readonly string[],
): void {
  for (const signInId of ended) securityLog.write({ event: 'sign-in.ended', userId, signInId });
}
