// People as they take a test, at random and the same in each run; what results say of them is counted a second time in
// the tests, from these objects.
import type { Outcome } from '#contract/outcomes.ts';
import { randomNumbers } from './random-numbers.ts';
import type { SeededClick, SeededPerson } from './result-rows.ts';

/** Screens 1 to SCREENS; the last one is the goal. */
export const SCREENS = 6;
export const GOAL_SCREEN = 6;

const failures: Outcome[] = ['thought_done', 'gave_up', 'left', 'stopped'];
const devices = ['Firefox on Windows', 'Chrome on macOS', null];
const texts = [null, null, 'A search box', 'Nothing', 'Bigger 100 % buttons'];

export function randomPeople(count: number, seed: number): SeededPerson[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, at) => randomPerson(random, at + 1));
}

type Random = (limit: number) => number;

function randomPerson(random: Random, number: number): SeededPerson {
  const path = randomPath(random);
  const goalAtMs = path.find(({ screen }) => screen === GOAL_SCREEN)?.atMs ?? null;
  const clicks = randomClicks(random, path);
  return {
    name: `P${number} ${['Ada', 'Bo', 'Cy'][random(3)]}`,
    number,
    path,
    clicks,
    goalAtMs,
    outcome: randomOutcome(random, goalAtMs !== null),
    isExcluded: random(12) === 0,
    endedAtMs: (path.at(-1)?.atMs ?? 0) + 500 + random(9000),
    answers: randomAnswers(random),
    device: devices[random(3)] ?? null,
    startedAt: `2026-03-0${1 + random(9)}T${10 + random(13)}:59:59.999Z`,
  };
}

function randomPath(random: Random): SeededPerson['path'] {
  const path: SeededPerson['path'] = [];
  let atMs = random(400);
  for (let steps = random(11); steps > 0; steps -= 1) {
    const screen = 1 + random(SCREENS);
    if (screen === path.at(-1)?.screen) continue;
    path.push({ screen, atMs });
    atMs += 300 + random(4000);
  }
  return path;
}

function randomClicks(random: Random, path: SeededPerson['path']): SeededClick[] {
  return path.flatMap(({ screen, atMs }) =>
    Array.from({ length: random(4) }, (_, at) => {
      const spot = { x: random(40) * 7.5, y: random(30) * 10 };
      const isPlaced = random(6) > 0;
      const layer = random(3);
      const cell = `cell:${Math.floor(spot.x / 24)},${Math.floor(spot.y / 24)}`;
      return {
        screen,
        atMs: atMs + at * 90,
        at: isPlaced ? spot : null,
        reacted: [true, false, false, null][random(4)] ?? null,
        place: layer > 0 ? `layer:900:5${layer}` : isPlaced ? cell : null,
      };
    }),
  );
}

function randomOutcome(random: Random, reached: boolean): Outcome | null {
  const any = random(14);
  if (any === 0) return null;
  if (any === 1) return 'not_measurable';
  if (any === 2) return 'never_began';
  if (reached) return any < 9 ? 'direct' : 'indirect';
  // Someone set this outcome by hand: a success without the goal's screen.
  if (any === 3) return 'direct';
  return failures[random(failures.length)] ?? 'left';
}

function randomAnswers(random: Random): SeededPerson['answers'] {
  if (random(4) === 0) return null;
  return {
    didIt: [true, false, null][random(3)] ?? null,
    ease: random(5) === 0 ? null : 1 + random(7),
    helped: texts[random(texts.length)] ?? null,
  };
}
