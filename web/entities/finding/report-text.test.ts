// The report as Markdown: all of it, with what people typed as they typed it.
import { expect, it } from 'vitest';
import type { Report } from '#contract/findings.ts';
import { findingId } from '#contract/ids.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { reportText } from './report-text.ts';

const id = '3f2b8a10-5c4d-4e6f-8a7b-9c0d1e2f3a4b';
const report: Report = {
  testName: 'Checkout *new*',
  company: 'Acme',
  revisions: [
    {
      number: 2,
      task: 'Order a plant.\nPay.',
      prototypeUrl: null,
      people: 21,
      excluded: 1,
      createdAt: '2026-11-01T10:00:00.000Z',
      from: null,
      to: null,
    },
  ],
  findings: [
    {
      id: findingId.parse(id),
      author: null,
      createdAt: '2026-11-01T10:00:00.000Z',
      edited: null,
      version: 1,
      isByRule: true,
      sentence: 'Snake_plant looks like a link',
      text: 'They press it.',
      evidence: [
        {
          id,
          kind: 'number',
          number: {
            number: 'nothing_reacts',
            filter: 'revision=2',
            moments: null,
            subtitle: '',
            title: '14 people pressed Snake plant',
            definition: 'People who pressed it.',
            value: { is: 'share', ...proportionOf(14, 21) },
            at: '2026-11-01T10:00:00.000Z',
          },
        },
        { id, kind: 'clip', clip: 'withdrawn' },
        { id, kind: 'note', note: 'deleted' },
      ],
    },
  ],
};

it('says all that stands on the page', () => {
  const text = reportText(report, {
    addressOf: ({ kind }) => (kind === 'number' ? 'https://example.org/x' : null),
    personOf: () => 'Ada',
  });
  expect(text.replace(/\(.*?\d{4}.*?\)/, '(date)')).toBe(
    [
      '# Checkout \\*new\\*',
      'Acme',
      'Revision 2: 21 people; 1 left out of the numbers',
      '> Order a plant.\n> Pay.',
      '## 1. Snake\\_plant looks like a link',
      'They press it.',
      '- 14 people pressed Snake plant: 14 of 21, 67 %, 95 % interval 45–83 % (date). People who pressed it.: <https://example.org/x>\n- This participant withdrew.\n- This note was deleted.',
    ].join('\n\n'),
  );
});
