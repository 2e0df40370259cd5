// Findings by rule as sentences, with the moments behind each.
import type { FindingByRule } from '#contract/results.ts';
import { DIFFERENCE_MAX_CHANCE } from '#insight/numbers/tails.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { countText, shareText } from '#web/entities/results/number-words.ts';
import type { MomentsRequest } from '#web/entities/results/open-moments.ts';

export interface FindingWords extends MomentsRequest {
  number: FindingByRule['kind'];
  /** Parts of it in bold: names of screens and places. */
  sentence: SentencePart[];
  note: string;
}

/** Returns the sentence for a report: without counts, which follow the results. */
export function reportSentence({ sentence: [, ...rest] }: FindingWords): string {
  const text = rest.map((part) => part.text).join('');
  return text.startsWith(' people ') ? `People${text.slice(' people'.length)}` : `People${text}`;
}

interface SentencePart {
  /** Unique among those that are bold. */
  part: string;
  text: string;
  isStrong: boolean;
}

type FoundPlace = Extract<FindingByRule, { kind: 'nothing_reacts' }>;

/** Key of a finding, which is stable while its numbers change. */
export function findingKey(finding: FindingByRule): string {
  const { kind, screen } = finding;
  return `${kind} ${screen.number} ${finding.kind === 'nothing_reacts' ? finding.place : ''}`;
}

/** "14 of 21 people pressed '**Snake plant**' on **All plants**. It isn’t clickable." */
export function findingWords(finding: FindingByRule): FindingWords {
  const { kind: number, screen, people, of } = finding;
  const counted = strong('count', countText({ k: people, n: of }));
  const name = strong('screen', screen.name);
  const at = screen.number;
  switch (finding.kind) {
    case 'ended_here':
      return {
        sentence: [
          strong('count', `${wholeText(people)} of the ${wholeText(of)}`),
          plain(' who didn’t reach the goal stopped at '),
          name,
          plain('.'),
        ],
        note:
          finding.thoughtDone > 0 ? `${finding.thoughtDone} of them thought they were done` : '',
        query: { of: 'ended_here', at },
        number,
      };
    case 'thought_done':
      return {
        sentence: [
          strong('count', `${wholeText(people)} of the ${wholeText(of)}`),
          plain(' who wrongly thought they were done stopped at '),
          name,
          plain('.'),
        ],
        note: '',
        query: { of: 'ended_here', at, outcome: ['thought_done'] },
        number,
      };
    case 'nothing_reacts': {
      return {
        sentence: [counted, plain(' people pressed '), ...pressedPlaces(finding, name)],
        note: pressesText(finding),
        query: { of: 'clicked', at, layer: 'missed', place: finding.place },
        number,
      };
    }
    case 'came_back':
      return {
        sentence: [counted, plain(' people came back to '), name, plain(' after leaving it.')],
        note: finding.mostTimes > 1 ? `up to ${finding.mostTimes} times` : '',
        query: { of: 'came_back', at },
        number,
      };
  }
}

/**
 * "'A' and 'B' on All plants, most of them 'C' too. They aren’t clickable." Of regions of a picture: "They aren’t the goal."
 */
function pressedPlaces(finding: FoundPlace, screen: SentencePart): SentencePart[] {
  const { also, people } = finding;
  const isPicture = finding.screen.picture !== undefined;
  const lack = isPicture ? 'the goal' : 'clickable';
  const without = isPicture ? 'outside of all regions' : 'without a name';
  const [byAll, byMost] = [true, false].map((isByAll) =>
    also.filter((place) => (place.people === people) === isByAll),
  );
  const most = placeNames(byMost ?? [], without);
  return [
    ...placeNames([finding, ...(byAll ?? [])], without),
    plain(' on '),
    screen,
    ...(most.length > 0 ? [plain(', most of them '), ...most, plain(' too')] : []),
    plain(also.length > 0 ? `. They aren’t ${lack}.` : `. It isn’t ${lack}.`),
  ];
}

/** More names than these are counted. */
const NAMES_MAX = 3;

/** "'A', 'B' and 2 places without a name" */
function placeNames(
  places: readonly Pick<FoundPlace, 'place' | 'layer'>[],
  without: string,
): SentencePart[] {
  const named = places.filter(({ layer }) => layer !== null);
  const more = named.length - NAMES_MAX;
  const unnamed = places.length - named.length;
  const items = [
    ...named
      .slice(0, NAMES_MAX)
      .map(({ place, layer }) => [plain("'"), strong(place, layer ?? ''), plain("'")]),
    ...(more > 0 ? [[plain(more === 1 ? '1 more place' : `${more} more places`)]] : []),
    ...(unnamed === 1 ? [[plain(`a place ${without}`)]] : []),
    ...(unnamed > 1 ? [[plain(`${unnamed} places ${without}`)]] : []),
  ];
  return items.flatMap((item, at) => {
    if (at === 0) return item;
    return [plain(at === items.length - 1 ? ' and ' : ', '), ...item];
  });
}

/**
 * '33 dead clicks · 100 % of them failed, 20 % of the others', with 'the difference could be coincidence' where chance explains it.
 * Nothing follows the clicks if no one failed.
 */
function pressesText({ people, presses, failures, screen }: FoundPlace): string {
  const nouns = screen.picture ? ['press', 'presses'] : ['dead click', 'dead clicks'];
  const pressed = `${wholeText(presses)} ${nouns[presses === 1 ? 0 : 1]}`;
  if (failures === null || failures.ofPressers + failures.ofOthers === 0) return pressed;
  const { ofPressers, ofOthers, others, chance } = failures;
  const own = `${shareText({ share: ofPressers / people })} of them failed`;
  if (others === 0) return `${pressed} · ${own}`;
  const isAlike = chance > DIFFERENCE_MAX_CHANCE;
  const rest = `${shareText({ share: ofOthers / others })} of the others`;
  return `${pressed} · ${own}, ${rest}${isAlike ? ': the difference could be coincidence' : ''}`;
}

const strong = (part: string, text: string) => ({ part, text, isStrong: true });
const plain = (text: string) => ({ part: text, text, isStrong: false });
