// The report of a test, and its numbers as they are now.
import type { z } from 'zod';
import type { numbersNow as numbersNowSchema, Report } from '#contract/findings.ts';
import type { Parts } from '#server/parts.ts';
import { type Authorized, atStep, type TestRef } from '#server/platform/access/authorized.ts';
import { TASK_STEP } from '#server/revisions/steps.rules.ts';
import { loadFindings } from './finding-answers.rules.ts';
import { readReportHead } from './findings.db.ts';
import { coverOf } from './report-cover.ts';
import { numbersOf } from './report-numbers.ts';
import { picturesOf, placeOfFinding } from './report-pictures.ts';

/**
 * @param charge counts the cover's numbers and the pictures, unless this server has computed them before
 * @throws AppError too_many_requests
 */
export async function reportOf(
  parts: Pick<Parts, 'db' | 'resultAnswers' | 'secrets' | 'prototypeHosts'>,
  test: Authorized<TestRef>,
  charge: Record<'cover' | 'pictures', (count: number) => Promise<void>>,
): Promise<Report> {
  const { db } = parts;
  const ofTask = atStep(test, TASK_STEP);
  const [cover, head, findings] = await Promise.all([
    parts.resultAnswers.answer(
      { call: 'findings.report', test, input: {} },
      { charge: charge.cover, compute: () => coverOf(parts, ofTask) },
    ),
    readReportHead(db, ofTask),
    loadFindings(db, ofTask),
  ]);
  const places = findings.flatMap((finding) => placeOfFinding(finding) ?? []);
  const pictures = await parts.resultAnswers.answer(
    { call: 'findings.report pictures', test, input: { places } },
    {
      charge: () => (places.length > 0 ? charge.pictures(places.length) : Promise.resolve()),
      compute: () => picturesOf(parts, ofTask, places),
    },
  );
  return {
    cover,
    ...head,
    findings: findings.map((finding) => ({
      ...finding,
      picture: pictures[finding.id] ?? null,
    })),
  };
}

/**
 * Numbers are computed one after another: a report has many, and other people use the database too. Results are cached,
 * so a caller whose rate is used up half-way gets the rest later.
 * @param charge counts one number that is computed, of a test with so many recordings
 * @throws AppError too_many_requests
 */
export async function numbersNow(
  parts: Pick<Parts, 'db' | 'resultAnswers' | 'secrets' | 'prototypeHosts'>,
  test: Authorized<TestRef>,
  charge: (recordings: number) => Promise<void>,
): Promise<z.output<typeof numbersNowSchema>> {
  const ofTask = atStep(test, TASK_STEP);
  const measure = numbersOf(parts, ofTask);
  const numbers: z.output<typeof numbersNowSchema>['numbers'] = [];
  for (const { evidence } of await loadFindings(parts.db, ofTask)) {
    for (const each of evidence) {
      if (each.kind !== 'number') continue;
      const { number, filter, moments } = each.number;
      const { value } = await parts.resultAnswers.answer(
        { call: 'findings.numbersNow', test, input: { number, filter, moments } },
        { charge, compute: () => measure(each.number) },
      );
      numbers.push({ id: each.id, value });
    }
  }
  return { numbers };
}
