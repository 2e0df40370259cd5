// Entry of the second chunk of the participant page: the capture library and the steps that need it.
import { Suspense } from 'react';
import { resumeAnswers } from '#capture/run/answer-upload.ts';
import { PendingUploads } from '#capture/run/pending-uploads.ts';
import { openSpool } from '#capture/spool/open-spool.ts';
import type { Spool } from '#capture/spool/spool.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { browserObstacle } from './browser-obstacle.ts';
import { EarlierUploads } from './earlier-uploads.tsx';
import { refusalObstacle } from './obstacles.ts';
import { Opening } from './opening.ts';
import { beginParticipation } from './participation.ts';
import { OwnRecordings } from './private-link.tsx';
import { RunSteps } from './run-steps.tsx';
import type { Refusal, SharedLink } from './shared-link.ts';

export const opening = new Opening();

/** Reports that the link was opened, and the obstacles to a start. */
export function reportOpening(link: SharedLink, refusal: Refusal | null): void {
  const isUnable = refusal === null && browserObstacle() !== null;
  opening.report(link, isUnable ? 'browser_unable' : refusal && refusalObstacle(refusal));
}

let spool: Promise<Spool> | null = null;
let pending: Promise<PendingUploads> | null = null;
let releasedTests: Promise<string[]> = Promise.resolve([]);

/** One spool a page: the memory fallback must be the same for all. */
function theSpool(): Promise<Spool> {
  spool ??= openSpool();
  return spool;
}

async function resumeEarlier(): Promise<PendingUploads> {
  const spool = await theSpool();
  const uploads = new PendingUploads(spool);
  resumeAnswers(spool, new AbortController().signal).catch((error) =>
    console.error('Earlier answers stopped.', error),
  );
  releasedTests = uploads.resume().catch((error) => {
    console.error('Earlier uploads stopped.', error);
    return [];
  });
  return uploads;
}

/** Share ids of the tests in which an earlier visit held a slot until now. */
export async function readReleasedTests(): Promise<string[]> {
  pending ??= resumeEarlier();
  await pending;
  return await releasedTests;
}

/** Finishes uploads of earlier visits, shows their progress, and offers their withdrawal. */
export function EarlierBanners({ uniqueId }: { uniqueId: string }) {
  pending ??= resumeEarlier();
  return (
    <>
      <Suspense fallback={null}>
        <EarlierUploads uploads={pending} />
      </Suspense>
      <OwnRecordings uniqueId={uniqueId} />
    </>
  );
}

/** Begins the run of a session and returns a component for steps 1 to 3. */
export async function beginRunOf(link: SharedLink, session: StartedSession) {
  const participation = await beginParticipation(await theSpool(), link, session);
  participation.reportObstacles((obstacle) => opening.report(link, obstacle));
  return () => <RunSteps participation={participation} />;
}
