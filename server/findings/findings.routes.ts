// Answers the calls of findings and of the report.
import { findings } from '#contract/findings.api.ts';
import type { FindingId, TestId } from '#contract/ids.ts';
import type { Parts } from '#server/parts.ts';
import {
  authorizeFinding,
  authorizeTest,
  type SignIn,
} from '#server/platform/access/authorized.ts';
import { chargeComputation } from '#server/platform/http/computation-cost.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { atFirstTask } from '#server/revisions/first-task.read.ts';
import { loadFindings } from './finding-answers.read.ts';
import {
  addEvidence,
  changeFinding,
  createFinding,
  deleteFinding,
  placeFinding,
  removeEvidence,
} from './findings.service.ts';
import { changeStory, numbersNow, reportOf } from './report.service.ts';

export function findingHandlers(parts: Parts): HandlersOf<'findings'> {
  const { db } = parts;
  const ofTest = ({ caller, params }: { caller: SignIn; params: { id: TestId } }) =>
    authorizeTest(db, caller, { testId: params.id });
  const ofFinding = ({ caller, params }: { caller: SignIn; params: { findingId: FindingId } }) =>
    authorizeFinding(db, caller, params.findingId);
  /** Numbers and pictures are computed after a change alone. */
  const chargesOf = (call: Parameters<typeof chargeComputation>[1]) => {
    const { perThousand, perPicture } = findings.report.cost;
    const { points } = findings.numbersNow.cost;
    return {
      sums: (recordings: number) =>
        chargeComputation(parts, call, { cost: { points, perThousand }, recordings }),
      pictures: (count: number) =>
        chargeComputation(parts, call, { cost: { points: perPicture * count } }),
    };
  };
  return {
    report: async (call) => {
      const { points } = findings.report.cost;
      const { caller, params } = call;
      const test = await authorizeTest(db, caller, { testId: params.id, viewKind: 'report' });
      await chargeComputation(parts, call, { cost: { points } });
      return await reportOf(parts, test, chargesOf(call));
    },
    writeStory: async (call) => {
      const change = { test: await ofTest(call), charge: chargesOf(call) };
      return await changeStory(parts, change, call.body);
    },
    numbersNow: async (call) => {
      const { cost } = findings.numbersNow;
      return await numbersNow(parts, await ofTest(call), (recordings) =>
        chargeComputation(parts, call, { cost, recordings }),
      );
    },
    list: async (call) => ({
      findings: await loadFindings(db, await atFirstTask(db, await ofTest(call))),
    }),
    create: async (call) =>
      await createFinding(parts, { test: await ofTest(call), by: call.caller.userId }, call.body),
    change: async (call) =>
      await changeFinding(parts, { ref: await ofFinding(call), by: call.caller.userId }, call.body),
    addEvidence: async (call) =>
      await addEvidence(parts, { ref: await ofFinding(call), by: call.caller.userId }, call.body),
    removeEvidence: async (call) => {
      const change = { ref: await ofFinding(call), by: call.caller.userId };
      await removeEvidence(parts, change, call.params.evidenceId);
      return { message: 'The evidence was removed.' };
    },
    place: async (call) => ({
      findings: await placeFinding(parts, await ofFinding(call), call.body.after),
    }),
    delete: async (call) => {
      await deleteFinding(parts, { ref: await ofFinding(call), version: call.query.version });
      return { message: 'The finding was deleted.' };
    },
  };
}
