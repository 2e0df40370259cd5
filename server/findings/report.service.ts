// The report of a test: cover, story and findings, with all numbers of now.
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type {
  ClipPress,
  Finding,
  numbersNow as numbersNowSchema,
  Report,
  ReportEvidence,
} from '#contract/findings.ts';
import type { SessionId } from '#contract/ids.ts';
import type { NumberValue, ReportNumber } from '#contract/report-numbers.ts';
import type { ReportStory, StoryInput } from '#contract/report-story.ts';
import { verdictOf, verdictOfTasks } from '#insight/numbers/verdict.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import type { Heading } from '#server/results/moment-headings.rules.ts';
import { atFirstTask } from '#server/revisions/first-task.read.ts';
import { loadFindings } from './finding-answers.read.ts';
import { readReportHead } from './findings.db.ts';
import { pressedClips, pressesOf } from './report-clips.ts';
import { coverOf, coverSteps } from './report-cover.ts';
import { numbersOf } from './report-numbers.ts';
import { picturesOf, placeOfFinding } from './report-pictures.ts';
import { readStory, writeStory } from './report-story.db.ts';
import { type Drafts, draftsOf, storedStory, storyOf } from './report-story.rules.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'db' | 'resultAnswers' | 'secrets' | 'prototypeHosts'>;

type TestAnswers = Awaited<ReturnType<Parts['resultAnswers']['answersOf']>>;

/** Counts what this server has not computed before. @throws AppError too_many_requests */
interface Charges {
  /** The cover or a number of a test with so many recordings. */
  sums: (recordings: number) => Promise<void>;
  pictures: (count: number) => Promise<void>;
}

/** @throws AppError too_many_requests */
export async function reportOf(
  parts: Needs,
  test: Authorized<TestRef>,
  charge: Charges,
): Promise<Report> {
  return (await readReport(parts, test, charge)).report;
}

async function readReport(
  parts: Needs,
  test: Authorized<TestRef>,
  charge: Charges,
): Promise<{ report: Report; drafts: Drafts }> {
  const { db } = parts;
  const ofTask = await atFirstTask(db, test);
  const [head, stored, added] = await Promise.all([
    readReportHead(db, ofTask),
    readStory(db, test.testId),
    loadFindings(db, ofTask),
  ]);
  const clips = clipsOf(added);
  const sessions = [...new Set(clips.map(({ sessionId }) => sessionId))].toSorted();
  const answers = await parts.resultAnswers.answersOf(test);
  const steps = await coverSteps(db, test.testId);
  const { sessions: ofCover, ...numbers } = await answers(
    { call: 'findings.report', input: { sessions } },
    {
      // Questions are read together, as much as one task.
      charge: (recordings) =>
        charge.sums(
          recordings * (Math.max(steps.tasks.length, 1) + Math.sign(steps.questions.length)),
        ),
      compute: () => coverOf(parts, ofTask, { clipSessions: sessions, steps }),
    },
  );
  const clipIds = (of: readonly SessionId[]) =>
    clips.flatMap(({ id, sessionId }) => (of.includes(sessionId) ? [id] : []));
  const cover = { ...numbers, clips: clipIds(ofCover) };
  const measure = presentNumbers(parts, ofTask, { answers, sessions, charge: charge.sums });
  const pictured = { answers, findings: added, charge: charge.pictures };
  const seen = await readPictures(parts, ofTask, pictured);
  const findings: Report['findings'] = [];
  for (const finding of added) {
    const evidence: ReportEvidence[] = [];
    for (const each of finding.evidence) {
      if (each.kind === 'note') evidence.push(each);
      else if (each.kind === 'clip')
        evidence.push({ ...each, press: seen.presses[each.id] ?? null });
      else {
        const { value, heading, sessions: those } = await measure(each.number);
        const number = { ...each.number, ...heading, value };
        evidence.push({ ...each, number, clips: clipIds(those) });
      }
    }
    findings.push({ ...finding, evidence, picture: seen.pictures[finding.id] ?? null });
  }
  const { targetPercent } = stored;
  const verdict = targetPercent === null ? null : verdictOn(cover, targetPercent);
  const drafts = draftsOf({ cover, findings, verdict });
  const story = storyOf(stored, drafts, verdict);
  return { report: { cover, story, ...head, findings }, drafts };
}

function verdictOn({ success, tasks }: Report['cover'], targetPercent: number) {
  if (tasks.length === 0) return verdictOf(success, targetPercent);
  return verdictOfTasks(tasks, targetPercent);
}

function clipsOf(findings: readonly Finding[]) {
  return findings.flatMap(({ evidence }) =>
    evidence.flatMap((each) =>
      each.kind === 'clip' && typeof each.clip !== 'string' ? [each.clip] : [],
    ),
  );
}

/** Pictures of findings by their ids, and presses in clips by the ids of the evidence. */
async function readPictures(
  parts: Needs,
  ofTask: Authorized<TestRef> & Pick<ResultsOf, 'step'>,
  {
    answers,
    findings,
    charge,
  }: { answers: TestAnswers; findings: readonly Finding[]; charge: Charges['pictures'] },
) {
  const places = findings.flatMap((finding) => placeOfFinding(finding) ?? []);
  const clips = findings.flatMap((finding) => pressedClips(finding));
  const count = places.length + clips.length;
  return await answers(
    { call: 'findings.report pictures', input: { places, clips } },
    {
      charge: () => (count > 0 ? charge(count) : Promise.resolve()),
      compute: async () => ({
        pictures: await picturesOf(parts, ofTask, places),
        presses: (await pressesOf(parts, ofTask, clips)) as Partial<Record<string, ClipPress>>,
      }),
    },
  );
}

interface PresentNumber {
  value: NumberValue | null;
  heading: Heading;
  /** Sessions of clips that show people of the number. */
  sessions: SessionId[];
}

/**
 * Numbers are computed one after another: a report has many, and other people use the database too. Results are cached,
 * so a caller whose rate is used up half-way gets the rest later.
 * @param sessions of the report's clips
 */
function presentNumbers(
  parts: Needs,
  ofTask: Authorized<TestRef> & Pick<ResultsOf, 'step'>,
  {
    answers,
    sessions,
    charge,
  }: { answers: TestAnswers; sessions: readonly SessionId[]; charge: Charges['sums'] },
): (of: ReportNumber) => Promise<PresentNumber> {
  const measure = numbersOf(parts, ofTask);
  return async ({ number, filter, moments }) => {
    const input = { number, filter, moments, sessions };
    return await answers(
      { call: 'findings.number', input },
      {
        charge,
        compute: async () => {
          const { value, heading, among } = await measure(input);
          return { value, heading: await heading(), sessions: await among(sessions) };
        },
      },
    );
  };
}

/** @throws AppError too_many_requests */
export async function numbersNow(
  parts: Needs,
  test: Authorized<TestRef>,
  charge: Charges['sums'],
): Promise<z.output<typeof numbersNowSchema>> {
  const ofTask = await atFirstTask(parts.db, test);
  const findings = await loadFindings(parts.db, ofTask);
  const answers = await parts.resultAnswers.answersOf(test);
  const measure = presentNumbers(parts, ofTask, { answers, sessions: [], charge });
  const numbers: z.output<typeof numbersNowSchema>['numbers'] = [];
  for (const each of findings.flatMap(({ evidence }) => evidence)) {
    if (each.kind !== 'number') continue;
    numbers.push({ id: each.id, value: (await measure(each.number)).value });
  }
  return { numbers };
}

/**
 * Writes the story. The same again is no change, also when it was stored before and its answer was lost.
 * @throws AppError changed_meanwhile with what is there now; too_many_requests
 */
export async function changeStory(
  parts: Needs,
  { test, charge }: { test: Authorized<TestRef>; charge: Charges },
  input: StoryInput,
): Promise<ReportStory> {
  const { report, drafts } = await readReport(parts, test, charge);
  const { story: present } = report;
  if (isSame(present, input)) return present;
  if (!(await writeStory(parts.db, test.testId, storedStory(input, drafts)))) {
    throw new AppError('changed_meanwhile', { present });
  }
  return (await reportOf(parts, test, charge)).story;
}

function isSame({ title, summary, nextSteps, verdict }: ReportStory, input: StoryInput): boolean {
  const same = (text: string, of: ReportStory['summary']) =>
    text === of.text || (text === '' && of.isDraft);
  return (
    title === input.title &&
    same(input.summary, summary) &&
    same(input.nextSteps, nextSteps) &&
    (verdict?.targetPercent ?? null) === input.targetPercent
  );
}
