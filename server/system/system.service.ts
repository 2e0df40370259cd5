// The state of this installation for its pages, and whether it works.
import { AppError } from '#contract/errors.ts';
import { SAMPLE_TASK, SAMPLE_TEST_NAME } from '#sample/task.ts';
import type { Parts } from '#server/parts.ts';
import { describedHost } from '#server/prototypes/prototype-hosts.ts';
import { recogniserHost } from '#server/transcripts/ask-for-transcript.flow.ts';

export function describe({
  config,
  prototypeHosts,
  samplePrototypeUrl,
  screenshots,
}: Pick<Parts, 'config' | 'prototypeHosts' | 'screenshots' | 'samplePrototypeUrl'>) {
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

/** @throws AppError unavailable, with a sentence for each check that fails */
export async function checkHealth({ health, space }: Pick<Parts, 'space' | 'health'>) {
  const problems = await health.problems();
  if (problems.length > 0) throw new AppError('unavailable', { message: problems.join(' ') });
  return { status: 'ok' as const, newSessions: !(await space.isDiskLow()) };
}
