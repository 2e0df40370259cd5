// Findings as sentences, with the moments behind each.
import type { FindingByRule } from '#contract/results.ts';
import { countText, peopleCount } from '#web/entities/results/number-words.ts';
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
  const { screen, people, of } = finding;
  const counted = strong('count', countText({ k: people, n: of }));
  const at = screen.number;
  switch (finding.kind) {
    case 'ended_here':
      return {
        sentence: [
          counted,
          plain(' who did not make it ended on '),
          strong('screen', screen.name),
          plain('.'),
        ],
        note: finding.thoughtDone > 0 ? `${finding.thoughtDone} of them said they had done it` : '',
        query: { of: 'ended_here', at },
        number: finding.kind,
        title: `${peopleCount(people)} ended on ${screen.name}`,
        subtitle: 'without the goal',
      };
    case 'nothing_reacts': {
      const place = finding.layer ?? 'a place without a name';
      return {
        sentence: [
          counted,
          plain(' on '),
          strong('screen', screen.name),
          plain(' pressed '),
          { part: 'place', text: place, isStrong: finding.layer !== null },
          plain('; nothing reacts.'),
        ],
        note: finding.presses === 1 ? '1 press' : `${finding.presses} presses`,
        query: { of: 'clicked', at, layer: 'missed', place: finding.place },
        number: finding.kind,
        title: `${peopleCount(people)} pressed ${place}`,
        subtitle: `${screen.name} · nothing reacts · ${finding.presses} presses`,
      };
    }
    case 'came_back':
      return {
        sentence: [
          counted,
          plain(' came back to '),
          strong('screen', screen.name),
          plain(' after leaving it.'),
        ],
        note: finding.mostTimes > 1 ? `up to ${finding.mostTimes} times` : '',
        query: { of: 'came_back', at },
        number: finding.kind,
        title: `${peopleCount(people)} came back to ${screen.name}`,
      };
  }
}

const strong = (part: string, text: string) => ({ part, text, isStrong: true });
const plain = (text: string) => ({ part: text, text, isStrong: false });
