// The report as text in Markdown, with addresses.

import type { Clip } from '#contract/clips.ts';
import type { Evidence, Finding, Report, ReportRevision } from '#contract/findings.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { valueText } from './number-text.ts';

interface TextOptions {
  /** Address of a page, from its path. */
  addressOf: (evidence: Evidence) => string | null;
  /** Returns the name of a participant. */
  personOf: (clip: Pick<Clip, 'recording'>) => string;
}

export function reportText(report: Report, options: TextOptions): string {
  const { testName, company, revisions, findings } = report;
  return [
    `# ${plain(testName)}`,
    `${plain(company)}`,
    ...revisions.map((revision) => revisionText(revision)),
    ...findings.map((finding, at) => findingText(finding, at + 1, options)),
  ].join('\n\n');
}

/** 'Revision 2: 21 people, 3 Nov 2026 – 5 Nov 2026; 1 left out' */
export function partText({ number, people, excluded, from, to }: ReportRevision): string {
  const days = [...new Set([from, to].flatMap((at) => (at === null ? [] : [formatDate(at)])))];
  return [
    `${number === null ? 'Earlier version' : `Revision ${number}`}: ${peopleCount(people)}`,
    days.length > 0 && `, ${days.join(' – ')}`,
    excluded > 0 && `; ${excluded} left out of the numbers`,
  ]
    .filter(Boolean)
    .join('');
}

function revisionText(revision: ReportRevision): string {
  const quoted = plain(revision.task).replaceAll('\n', '\n> ');
  return `${partText(revision)}\n\n> ${quoted}`;
}

function findingText({ sentence, text, evidence }: Finding, at: number, options: TextOptions) {
  const lines = evidence.map((each) => `- ${evidenceText(each, options)}`);
  return [`## ${at}. ${plain(sentence)}`, plain(text), lines.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function evidenceText(evidence: Evidence, { addressOf, personOf }: TextOptions): string {
  const address = addressOf(evidence);
  const link = address === null ? '' : `: <${address}>`;
  switch (evidence.kind) {
    case 'clip': {
      const { clip } = evidence;
      if (typeof clip === 'string') return unavailableText('clip', clip);
      const title = clip.title === '' ? '' : `, ${plain(clip.title)}`;
      return `Clip ${stretchText(clip)} of ${plain(personOf(clip))}${title}${link}`;
    }
    case 'note': {
      const { note } = evidence;
      if (typeof note === 'string') return unavailableText('note', note);
      return `Note of ${plain(note.author?.name ?? 'a former member')} on ${plain(personOf(note))}: ${plain(note.text)}${link}`;
    }
    case 'number': {
      const { title, value, definition, at } = evidence.number;
      return `${plain(title)}: ${valueText(value)} (${formatDate(at)}). ${definition}${link}`;
    }
  }
}

/** Returns the text in place of a deleted or withdrawn clip or note. */
export function unavailableText(what: 'clip' | 'note', why: 'deleted' | 'withdrawn'): string {
  return why === 'withdrawn' ? 'This participant withdrew.' : `This ${what} was deleted.`;
}

/** Escapes Markdown's special characters. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
