// Title and subtitle of a list of moments, from its query and its counts. They also become the title of a number in a
// report, so no text of a caller is part of them.
import { isolateName } from '#contract/bidi-isolate.ts';
import { outcomeWords } from '#contract/outcome-words.ts';
import { type Outcome, SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import type { ReportMoments } from '#contract/report-numbers.ts';
import type { ClickLayer } from '#contract/result-screens.ts';
import { peopleCount, secondsText, wholeText } from '#insight/numbers/words.ts';
import { namesOfStep, stepsOfRoute } from '#insight/route.ts';

export interface Heading {
  title: string;
  subtitle: string;
}

/** A list of moments, and the names that its heading contains. */
export interface MomentList {
  /** The filter and the selection; the fields of the selection replace those of the filter. */
  query: ReportMoments;
  people: number;
  /** Clicks, or presentations of the screen, of all people. */
  times: number;
  /** Name of the layer of the query's place, or null for a place without a name. */
  layer: string | null;
  /**
   * The question that was answered, the answers that the list selects, and whether it selects people who left the
   * question out; null for other lists.
   */
  question: { title: string; answers: readonly string[]; skipped: boolean } | null;
  /** Returns the name of a screen by its number. */
  screenName: (number: number) => string;
}

export function momentHeading(list: MomentList): Heading {
  const { query, people } = list;
  const count = peopleCount(people);
  const at = isolateName(list.screenName(query.at ?? 0));
  switch (query.of) {
    case 'people':
      return peopleHeading(list);
    case 'goal':
      return { title: `${count} reached the goal${timeText(query)}`, subtitle: '' };
    case 'answered':
      if (list.question) return questionHeading(list.question, count, query.textTag);
      return { title: `${count} ${answerText(query)}`, subtitle: '' };
    case 'clicked':
      return clicksHeading(list);
    case 'visited':
      if (query.column === undefined) return { title: `${count} visited ${at}`, subtitle: '' };
      return { title: `${count} on ${at}`, subtitle: stepText(query.column) };
    case 'came_back':
      return { title: `${count} came back to ${at}`, subtitle: '' };
    case 'ended_here':
      return { title: `${count} ended on ${at}`, subtitle: endText(query) };
    case 'link': {
      const subtitle = stepText(query.column ?? 0);
      if (query.next === undefined) return { title: `${count} ended on ${at}`, subtitle };
      const next = isolateName(list.screenName(query.next));
      return { title: `${count} went from ${at} to ${next}`, subtitle };
    }
  }
}

/** Answers that a title names; more are not named. */
const ANSWERS_MAX = 3;

function questionHeading(
  { title, answers, skipped }: NonNullable<MomentList['question']>,
  count: string,
  tags: readonly string[] = [],
): Heading {
  const subtitle = isolateName(title);
  if (tags.length > 0) {
    const names = tags.map((tag) => `#${isolateName(tag)}`).join(' or ');
    return { title: `${count} wrote a text with ${names}`, subtitle };
  }
  const texts = answers.map((text) => `‘${isolateName(text)}’`);
  const given = texts.length > 0 && texts.length <= ANSWERS_MAX ? ` ${texts.join(' or ')}` : '';
  const verbs = [
    ...(skipped && answers.length === 0 ? [] : [`answered${given}`]),
    ...(skipped ? ['left it out'] : []),
  ];
  return { title: `${count} ${verbs.join(' or ')}`, subtitle };
}

function peopleHeading({ query: { route, outcome }, people, screenName }: MomentList): Heading {
  const count = peopleCount(people);
  if (route !== undefined) {
    return { title: `${count} on one path`, subtitle: routeText(route, screenName) };
  }
  if (outcome === undefined) return { title: count, subtitle: '' };
  if (isOfSuccess(outcome)) return { title: `${count} reached the goal`, subtitle: '' };
  const [first, ...others] = outcome;
  const labels = outcome.map((one) => outcomeWords[one].label).join(', ');
  return {
    title: `${count}: ${labels}`,
    subtitle: first && others.length === 0 ? outcomeWords[first].meaning : '',
  };
}

function isOfSuccess(outcomes: readonly Outcome[]): boolean {
  return (
    new Set(outcomes).size === SUCCESS_OUTCOMES.length &&
    SUCCESS_OUTCOMES.every((one) => outcomes.includes(one))
  );
}

const clickNouns: Record<ClickLayer, string> = {
  all: 'click',
  first: 'first click',
  missed: 'dead click',
};

function clicksHeading({ query, people, times, layer, ...list }: MomentList): Heading {
  const { at = 0, place, area, layer: clicks = 'all' } = query;
  const screen = isolateName(list.screenName(at));
  const counted = `${timesText(times, clickNouns[clicks])} by ${peopleCount(people)}`;
  if (area !== undefined) return { title: counted, subtitle: `${screen} · in an area` };
  if (place === undefined) {
    const missed = `${peopleCount(people)} had dead clicks`;
    return { title: clicks === 'missed' ? missed : counted, subtitle: `${at} · ${screen}` };
  }
  const name = layer === null ? 'a place without a name' : isolateName(layer);
  if (clicks !== 'missed') return { title: `${counted} on ${name}`, subtitle: screen };
  return {
    title: `${peopleCount(people)} pressed ${name}`,
    subtitle: `${screen} · ${timesText(times, 'dead click')}`,
  };
}

function timesText(times: number, noun: string): string {
  if (times === 1) return `1 ${noun}`;
  return `${wholeText(times)} ${noun}${noun.endsWith('s') ? 'es' : 's'}`;
}

function timeText({ fromMs, toMs }: ReportMoments): string {
  if (fromMs === undefined && toMs === undefined) return '';
  if (toMs === undefined) return ` in ${secondsText(fromMs ?? 0)} or more`;
  const [from, to] = [secondsText(fromMs ?? 0), secondsText(toMs)];
  return from === to ? ` in ${from}` : ` in ${from} to ${to}`;
}

function answerText({ ease, answer }: ReportMoments): string {
  if (ease !== undefined) return `answered ${ease} of 7`;
  const [first, ...others] = answer ?? [];
  if (others.length > 0) return 'answered';
  if (first === 'did_it') return 'said they did it';
  return first === 'did_not' ? 'said they did not do it' : 'answered';
}

function endText({ outcome }: ReportMoments): string {
  const isDone = outcome?.length === 1 && outcome[0] === 'thought_done';
  return isDone ? 'without the goal; they said they did it' : 'without the goal';
}

/** Steps count from 1 for people. */
function stepText(column: number): string {
  return `Step ${column + 1} of their path`;
}

/** Length of a subtitle: a route may have 150 screens. */
const ROUTE_MAX_STEPS = 12;

/** '(Home › All plants) ↻2 › Detail' */
function routeText(route: string, screenName: MomentList['screenName']): string {
  const steps = stepsOfRoute(route);
  const texts = steps.slice(0, ROUTE_MAX_STEPS).map(({ screens, loops }) => {
    const names = screens.map((number) => isolateName(screenName(number)));
    return namesOfStep(names, loops);
  });
  return [...texts, ...(steps.length > ROUTE_MAX_STEPS ? ['…'] : [])].join(' › ');
}
