// What pages show of this installation, and whether it works.
import { AppError } from '#contract/errors.ts';
import { SAMPLE_TASK, SAMPLE_TEST_NAME } from '#sample/task.ts';
import { answersQueries } from '#server/domain/system/system.db.ts';
import { recogniserHost } from '#server/domain/transcripts/ask-for-transcript.ts';
import type { Parts } from '#server/parts.ts';
import { describedHost } from '#server/prototypes/prototype-hosts.ts';

export function describe({ config, prototypeHosts, samplePrototypeUrl, screenshots }: Parts) {
  const canScreenshot = screenshots?.isUsable() ?? false;
  return {
    linkHosts: prototypeHosts.map((host) =>
      describedHost(host, { figma: config.figma, canScreenshot }),
    ),
    supportEmail: config.mail.shownSupport,
    transcribedBy: recogniserHost(config),
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
