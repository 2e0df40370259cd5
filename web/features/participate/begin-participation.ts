// Begins a participant's way after step 0: the session is in the spool, so that a closed tab loses nothing.
import type { AnswerUpload } from '#capture/run/answer-upload.ts';
import { beginRun } from '#capture/run/capture-run.ts';
import { newSessionOf, type Spool } from '#capture/spool/spool.ts';
import { RECORDING_MAX_MS, STUDY_MAX_MS } from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { Participation } from './participation.ts';
import { type Brought, participationOf } from './participation-of.ts';
import type { SharedLink } from './shared-link.ts';
import { givenBefore, linkOfPerson } from './steps.ts';

export async function beginParticipation(
  { spool, answers }: { spool: Spool; answers: AnswerUpload },
  shared: SharedLink,
  { session, ...brought }: Brought & { session: StartedSession },
): Promise<Participation> {
  const link = linkOfPerson(shared, session.steps);
  const { test, embed } = link;
  const startNodeId = embed.kind === 'prototype' ? embed.startNodeId : null;
  const { privateToken } = session;
  const { parameters, consent } = brought;
  const consentItems = consent.items;
  const isStudy = link.steps.length > 1;
  const { devices, screener } = participationOf(link);
  const { screen } = devices;
  const videoOptional = screen !== 'required';
  const spooled = {
    ...newSessionOf(session, test, startNodeId),
    ...((isStudy || videoOptional) && {
      study: { steps: link.steps, privateToken, parameters, consentItems },
    }),
    videoOptional,
  };
  const recordingMaxMs = isStudy ? STUDY_MAX_MS : RECORDING_MAX_MS;
  const run = await beginRun(spool, spooled, { recordingMaxMs, answers });
  const given = givenBefore(screener, brought.answers);
  for (const [number, { words, number: value }] of given) {
    run.drafts.keep(number, { given: { words: [...words], number: value } });
  }
  const facts = { privateToken, parameters, given, earlier: null };
  const participation = new Participation(link, run, facts);
  if (screen === 'off') await participation.startAlone();
  return participation;
}
