// Findings by rule as sentences, with the moments behind each.
import type { FindingByRule } from '#contract/results.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { countText } from '#web/entities/results/number-words.ts';
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

/** '14 of 21 on **All plants** pressed **Snake plant**; nothing reacts.' */
export function findingWords(finding: FindingByRule): FindingWords {
  const { kind: number, screen, people, of } = finding;
  const counted = strong('count', countText({ k: people, n: of }));
  const name = strong('screen', screen.name);
  const at = screen.number;
  switch (finding.kind) {
    case 'ended_here':
      return {
        sentence: [counted, plain(' who did not make it ended on '), name, plain('.')],
        note: finding.thoughtDone > 0 ? `${finding.thoughtDone} of them said they had done it` : '',
        query: { of: 'ended_here', at },
        number,
      };
    case 'thought_done':
      return {
        sentence: [
          counted,
          plain(' who said they did it without reaching the goal ended on '),
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
          plain(' on '),
          name,
          plain(' pressed '),
          { part: 'place', text: layer ?? 'a place without a name', isStrong: layer !== null },
          plain('; nothing reacts.'),
        ],
        note: pressesText(finding),
        query: { of: 'clicked', at, layer: 'missed', place },
        number,
      };
    }
    case 'came_back':
      return {
        sentence: [counted, plain(' came back to '), name, plain(' after leaving it.')],
        note: finding.mostTimes > 1 ? `up to ${finding.mostTimes} times` : '',
        query: { of: 'came_back', at },
        number,
      };
  }
}

/** '33 dead clicks · 5 of these 5 did not make it, 5 of the 25 others'. Nothing follows the presses if no one failed. */
function pressesText({
  people,
  presses,
  failures,
}: Extract<FindingByRule, { kind: 'nothing_reacts' }>): string {
  const pressed = presses === 1 ? '1 dead click' : `${wholeText(presses)} dead clicks`;
  if (failures === null || failures.ofPressers + failures.ofOthers === 0) return pressed;
  const { ofPressers, ofOthers, others } = failures;
  const own = `${ofPressers} of these ${people} did not make it`;
  const rest = others === 0 ? '' : `, ${ofOthers} of the ${wholeText(others)} others`;
  return `${pressed} · ${own}${rest}`;
}

const strong = (part: string, text: string) => ({ part, text, isStrong: true });
const plain = (text: string) => ({ part: text, text, isStrong: false });
