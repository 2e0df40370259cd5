// What pages show of this installation, and whether it works.
import { AppError } from '#contract/errors.ts';
import { SAMPLE_TASK, SAMPLE_TEST_NAME } from '#sample/task.ts';
import { answersQueries } from '#server/domain/system/system.db.ts';
import type { Parts } from '#server/parts.ts';

/** Names and origins alone: no token or client id leaves the server here. */
export function describe({ config, prototypeHosts, samplePrototypeUrl }: Parts) {
  return {
    linkHosts: prototypeHosts.map(({ name, webOrigin, embedOrigin, messageOrigin }) => ({
      name,
      webOrigin,
      embedOrigin,
      messageOrigin,
    })),
    supportEmail: config.mail.shownSupport,
    sample:
      samplePrototypeUrl === null
        ? null
        : { prototypeUrl: samplePrototypeUrl, name: SAMPLE_TEST_NAME, task: SAMPLE_TASK },
  };
}

/** @throws AppError unavailable */
export async function checkHealth({ db, space }: Parts) {
  if (!(await answersQueries(db))) throw new AppError('unavailable');
  return { status: 'ok' as const, newSessions: !(await space.isDiskLow()) };
}
