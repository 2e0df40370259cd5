// Findings by rule as sentences, with the moments behind each.
import type { FindingByRule } from '#contract/results.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { countText, shareText } from '#web/entities/results/number-words.ts';
import type { MomentsRequest } from '#web/entities/results/open-moments.ts';

export interface FindingWords extends MomentsRequest {
  number: FindingByRule['kind'];
  /** Parts of it in bold: names of screens and places. */
  sentence: { part: string; text: string; isStrong: boolean }[];
  note: string;
}

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
      const { layer, place } = finding;
      return {
        sentence: [
          counted,
          ...(layer === null
            ? [plain(' people pressed a place without a name on ')]
            : [plain(" people pressed '"), strong('place', layer), plain("' on ")]),
          name,
          plain('. It isn’t clickable.'),
        ],
        note: pressesText(finding),
        query: { of: 'clicked', at, layer: 'missed', place },
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

/** Above this probability by chance, those who pressed a place fared as the others did. */
const DIFFERENCE_MAX_CHANCE = 0.05;

/**
 * '33 dead clicks · 100 % of them failed, 20 % of the others', with 'no difference shown' where chance explains it.
 * Nothing follows the clicks if no one failed.
 */
function pressesText({
  people,
  presses,
  failures,
}: Extract<FindingByRule, { kind: 'nothing_reacts' }>): string {
  const pressed = presses === 1 ? '1 dead click' : `${wholeText(presses)} dead clicks`;
  if (failures === null || failures.ofPressers + failures.ofOthers === 0) return pressed;
  const { ofPressers, ofOthers, others, chance } = failures;
  const own = `${shareText({ share: ofPressers / people })} of them failed`;
  if (others === 0) return `${pressed} · ${own}`;
  const isAlike = chance > DIFFERENCE_MAX_CHANCE;
  const rest = `${shareText({ share: ofOthers / others })} of the others`;
  return `${pressed} · ${own}, ${rest}${isAlike ? ': no difference shown' : ''}`;
}

const strong = (part: string, text: string) => ({ part, text, isStrong: true });
const plain = (text: string) => ({ part: text, text, isStrong: false });
