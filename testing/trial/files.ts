// The lists, exports and the report of a test of the trial, compared with the truth.
import type { Exported } from '#contract/exports.ts';
import type { Report } from '#contract/findings.ts';
import type { ScreenResults } from '#contract/result-screens.ts';
import type { ResultSummary } from '#contract/results.ts';
import { allRecordings } from '../all-recordings.ts';
import { successBody } from '../client.ts';
import { readCsv } from '../read-zip.ts';
import { ask, type Trial } from './answers.ts';
import { documentOf, SCREENS, type Screen } from './design.ts';
import type { Person } from './people.ts';
import { baseOf, countsByOutcome, goalAt, summaryOf, timeToGoal } from './truth.ts';

export interface Openings {
  opened: number;
  started: number;
  obstacles: readonly { obstacle: string; people: number }[];
}

export async function compareOpenings(trial: Trial, truth: Openings): Promise<void> {
  const { compare, people } = trial;
  const { funnel } = await ask<ResultSummary>(trial, '');
  const gone = people.filter(({ end }) => end === 'tab_closed' || end === 'running').length;
  const finished = people.length - gone;
  compare.same('openings', funnel, { ...truth, recorded: people.length, finished });
}

export async function compareRecordings(trial: Trial): Promise<void> {
  const { compare, people, owner, test } = trial;
  const rows = await allRecordings(owner, test._id);
  compare.same('recordings', rows.length, people.length);
  for (const person of people.map(readPart)) {
    const row = rows.find(({ participantName }) => participantName === person.name);
    compare.within(0.01).same(person.name, row, {
      outcome: person.outcome,
      clicks: person.presses.length,
      misclicks: person.presses.filter(({ reacted }) => !reacted).length,
      timeToGoalMs: timeToGoal(person),
      device: person.device,
      answers: person.answers,
    });
    compare.within(1).same(`${person.name} length`, row?.durationMs, person.lengthMs);
  }
}

export async function compareReport(trial: Trial): Promise<void> {
  const { compare, people, owner, test } = trial;
  const { cover, revisions } = successBody<Report>(
    await owner.get(`/api/tests/${test._id}/report`),
  );
  const truth = summaryOf(people);
  compare.same('cover people', cover.people, truth.people);
  compare.same('cover goal', cover.goalScreens, ['Done']);
  compare.close('cover success', cover.success, truth.success);
  compare.close('cover time to goal', cover.timeToGoal, truth.timeToGoal);
  compare.close('cover ease', cover.ease, truth.ease);
  const counts = countsByOutcome(people);
  for (const { outcome, people: n } of cover.outcomes)
    compare.same(`cover ${outcome}`, n, counts[outcome]);
  compare.same('cover outcomes', cover.outcomes.length, Object.keys(counts).length);
  const outside = people.length - baseOf(people).length;
  compare.same(
    'report people',
    [revisions[0]?.people, revisions[0]?.excluded],
    [truth.people, outside],
  );
}

export type Rows = Record<string, string>[];

export async function exportedRows({
  owner,
  test,
}: Trial): Promise<(name: string) => Promise<Rows>> {
  const body = { names: true, videos: false, heatmaps: false, messages: false };
  const begun = successBody<Exported>(await owner.post(`/api/tests/${test._id}/exports`, body));
  let now = begun;
  while (now.state === 'preparing') {
    await new Promise((resolve) => setTimeout(resolve, 200));
    now = successBody<Exported>(await owner.get(`/api/exports/${begun.id}`));
  }
  if (now.state !== 'ready') throw new Error(`the export is ${now.state}`);
  return async (name) => {
    const answer = await owner.fetch(`/api/exports/${begun.id}/files/${name}`);
    return readCsv(Buffer.from(await answer.arrayBuffer()));
  };
}

export async function compareExports(trial: Trial): Promise<void> {
  const rowsOf = await exportedRows(trial);
  const { screens: named } = await ask<ScreenResults>(trial, '/screens');
  const numberOf = new Map(named.map(({ name, number }) => [name, number]));
  const sessions = await rowsOf('sessions.csv');
  const numberOfPerson = new Map(sessions.map((row) => [row.participant, row.session]));
  const files = {
    sessions,
    clicks: await rowsOf('clicks.csv'),
    visits: await rowsOf('visits.csv'),
  };
  trial.compare.same('rows of sessions.csv', sessions.length, trial.people.length);
  for (const [name, rows] of Object.entries(files)) compareDecimals(trial, name, rows);
  const scaleOf = (on: Screen) => {
    const frame = documentOf(trial.width).frames.find(({ id }) => id === SCREENS[on]);
    const image = named.find(({ name }) => name === on)?.image;
    return (image?.width ?? Number.NaN) / (frame?.absoluteBoundingBox.width ?? 1);
  };
  for (const person of trial.people.map(readPart)) {
    const number = numberOfPerson.get(person.name);
    const own = (rows: Rows) => rows.filter(({ session }) => session === number);
    const lookup = { numberOf: (on: Screen) => numberOf.get(on) ?? 0, scaleOf };
    compareSession(trial, { person, row: own(sessions)[0], ...lookup });
    compareClicks(trial, { person, rows: own(files.clicks), ...lookup });
    const visits = own(files.visits).map(
      ({ screen_name: name, entered_at_ms: at }) => `${name} ${at}`,
    );
    trial.compare.same(
      `visits.csv ${person.name}`,
      visits,
      person.visits.map(({ screen, atMs }) => `${screen} ${atMs}`),
    );
  }
}

/** A session that runs is not read yet. */
const readPart = (person: Person): Person =>
  person.end === 'running' ? { ...person, presses: [], visits: [] } : person;

/** No number has more than one decimal. */
function compareDecimals({ compare }: Trial, name: string, rows: Rows): void {
  const long = rows.flatMap((row) =>
    Object.entries(row).filter(([, value]) => /^-?\d+\.\d{2,}$/.test(value)),
  );
  compare.same(`decimals of ${name}.csv`, long, []);
}

interface Row {
  person: Person;
  numberOf: (screen: Screen) => number;
  scaleOf: (screen: Screen) => number;
}

export const yesNo = (value: boolean | null | undefined) =>
  value == null ? '' : value ? 'yes' : 'no';

function compareSession(
  { compare }: Trial,
  { person, row = {}, numberOf }: Row & { row: Rows[number] | undefined },
): void {
  const { answers, visits } = person;
  const goal = goalAt(person);
  const isReported = !person.isSilent;
  const isOver = person.end !== 'running';
  compare.same(`sessions.csv ${person.name}`, row, {
    outcome: person.outcome,
    outcome_set: person.byHand ? 'hand' : 'rule',
    excluded: yesNo(person.byHand === 'excluded'),
    prototype: isOver ? (isReported ? 'shown' : 'silent') : '',
    // A prototype that reported nothing counts from the recording's start.
    began_at_ms: isOver ? String(isReported ? person.beganAtMs : 0) : '',
    goal_at_ms: goal === undefined ? '' : String(goal),
    time_to_goal_ms: String(timeToGoal(person) ?? ''),
    clicks: isOver ? String(person.presses.length) : '',
    misclicks: isOver ? String(person.presses.filter(({ reacted }) => !reacted).length) : '',
    path: visits.map(({ screen }) => numberOf(screen)).join(' > '),
    did_it: yesNo(answers?.didIt),
    ease: String(answers?.ease ?? ''),
    helped: answers?.helped ?? '',
    device: person.device,
  });
  if (!(isOver && isReported)) return;
  compare.within(1).same(`duration ${person.name}`, Number(row.duration_ms), person.lengthMs);
  compare
    .within(1)
    .same(
      `time on task ${person.name}`,
      Number(row.time_on_task_ms),
      person.lengthMs - person.beganAtMs,
    );
}

function compareClicks(
  { compare }: Trial,
  { person, rows, numberOf, scaleOf }: Row & { rows: Rows },
): void {
  const seen = new Set<Screen>();
  compare.same(`clicks.csv ${person.name}`, rows.length, person.presses.length);
  for (const [at, press] of person.presses.entries()) {
    const { screen, spot, place, reacted, ledTo, atMs } = press;
    const row = rows[at] ?? {};
    const what = `clicks.csv ${person.name} ${at}`;
    compare.same(what, row, {
      at_ms: String(atMs),
      screen_name: screen,
      layer: place ?? '',
      reacted: yesNo(reacted),
      first: yesNo(!seen.has(screen)),
      led_to: ledTo ? String(numberOf(ledTo)) : '',
    });
    seen.add(screen);
    if (!spot) {
      compare.same(`${what} place`, [row.x, row.y, row.unplaced !== ''], ['', '', true]);
      continue;
    }
    compare.within(0.0501).same(`${what} x`, Number(row.x), spot.x * scaleOf(screen));
    compare.within(0.0501).same(`${what} y`, Number(row.y), spot.y * scaleOf(screen));
  }
}
