// The recording's timeline as the page shows it: visits to screens, each with the clicks made there.
import { isolateName } from '#contract/bidi-isolate.ts';
import type { PlacedClick, RecordingDetail } from '#contract/recordings.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { isDeadClick } from '#web/entities/recording/click-count.ts';
import { goalOf, type TaskStretch } from './tasks.ts';

/** One stretch on one screen. Times in milliseconds since the recording's start. */
export interface Chapter {
  /** Step of the task that it is part of, or null in a test with one task. */
  step: number | null;
  /** '7 · Checkout', 'Screen 7' while it has no name; null when no screen was reported. */
  screenName: string | null;
  screenNumber: number | null;
  isGoal: boolean;
  screenId: string | null;
  imageUrl: string | null;
  fromMs: number;
  toMs: number;
  clicks: PlacedClick[];
}

type Source = Pick<
  RecordingDetail,
  'visits' | 'clickList' | 'screens' | 'namedScreens' | 'durationMs'
>;

/** Adds the number, which distinguishes screens, unless the name already contains it. */
export function screenNameOf({ number, name }: Pick<NamedScreen, 'number' | 'name'>): string {
  return name === `Screen ${number}` ? name : `${number} · ${isolateName(name)}`;
}

/** Screen id → number by first appearance: prototypes name frames for their makers, not for readers. */
export function screenNumbers(
  recording: Pick<RecordingDetail, 'visits' | 'clickList'>,
): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { screenId } of [...recording.visits, ...recording.clickList]) {
    if (!numbers.has(screenId)) numbers.set(screenId, numbers.size + 1);
  }
  return numbers;
}

/** The click that changes the screen may have the same time as the change, or be reported just after it. */
const CHANGE_SLACK_MS = 250;

/**
 * Visits with their clicks, in order of time. A click belongs to the visit it was made in, also when
 * it hit the screen behind an open overlay. Clicks before the first visit belong to the first.
 * @param tasks several tasks of the recording, each with chapters of its own; a task without visits is one chapter
 */
export function chaptersOf(recording: Source, tasks: readonly TaskStretch[] = []): Chapter[] {
  if (tasks.length === 0) return chaptersOfPart(recording);
  return tasks.flatMap((task, at) => {
    const fromMs = at === 0 ? 0 : task.fromMs;
    const nextMs = tasks[at + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    const isWithin = (ms: number) => ms >= fromMs && ms < nextMs;
    const part = {
      ...recording,
      visits: recording.visits.filter((visit) => isWithin(visit.fromMs)),
      clickList: recording.clickList.filter(({ atMs }) => isWithin(atMs)),
      durationMs: task.toMs,
    };
    return chaptersOfPart(part, task);
  });
}

function chaptersOfPart(recording: Source, task: TaskStretch | null = null): Chapter[] {
  const clicks = recording.clickList.toSorted((a, b) => a.atMs - b.atMs);
  const chapters = visitsOf(recording, clicks, task);
  for (const click of clicks) {
    chapterOf(chapters, click)?.clicks.push(click);
  }
  return chapters;
}

function chapterOf(chapters: readonly Chapter[], click: PlacedClick): Chapter | undefined {
  const at = chapterAt(chapters, click.atMs);
  const [chapter, before] = [chapters[at], chapters[at - 1]];
  const justChanged = chapter !== undefined && click.atMs - chapter.fromMs <= CHANGE_SLACK_MS;
  const leftBehind = chapter?.screenId !== click.screenId && before?.screenId === click.screenId;
  return justChanged && leftBehind ? before : chapter;
}

function visitsOf(
  recording: Source,
  clicks: readonly PlacedClick[],
  task: TaskStretch | null,
): Chapter[] {
  const lastClickMs = clicks.at(-1)?.atMs ?? 0;
  const { visits } = recording;
  const endMs = Math.max(recording.durationMs ?? 0, lastClickMs, visits.at(-1)?.fromMs ?? 0);
  const step = task?.run.step ?? null;
  if (visits.length === 0 && (clicks.length > 0 || task)) {
    return [
      {
        step,
        screenName: null,
        screenNumber: null,
        isGoal: false,
        screenId: null,
        imageUrl: null,
        fromMs: task?.fromMs ?? 0,
        toMs: endMs,
        clicks: [],
      },
    ];
  }
  const names = new Map(recording.namedScreens.map((screen) => [screen.screenId, screen]));
  const images = new Map(recording.screens.map(({ screenId, imageUrl }) => [screenId, imageUrl]));
  const goalMs = task && goalOf(task.run);
  return visits.map((visit, at) => {
    const { fromMs } = visit;
    const toMs = visit.toMs ?? visits[at + 1]?.fromMs ?? endMs;
    const { isGoal, ...name } = nameIn(names, visit.screenId);
    return {
      step,
      ...name,
      // A screen may be the goal of one task and not of another.
      isGoal: task ? goalMs !== null && fromMs <= goalMs && goalMs < toMs : isGoal,
      screenId: visit.screenId,
      imageUrl: images.get(visit.screenId) ?? null,
      fromMs,
      toMs,
      clicks: [],
    };
  });
}

function nameIn(names: ReadonlyMap<string, NamedScreen>, screenId: string) {
  const named = names.get(screenId);
  // The session has not been analysed yet, so the test does not contain this screen.
  return {
    screenName: named ? screenNameOf(named) : 'Screen',
    screenNumber: named?.number ?? null,
    isGoal: named?.isGoal === true,
  };
}

/** First visit to a goal screen in each task that has one. */
export function goalsOf(chapters: readonly Chapter[]): number[] {
  const goals = chapters.filter(({ isGoal }) => isGoal);
  return goals
    .filter(({ step }, at) => goals.findIndex((goal) => goal.step === step) === at)
    .map(({ fromMs }) => fromMs);
}

/** Index of the chapter at a time, or -1. */
export function chapterAt(chapters: readonly Chapter[], atMs: number): number {
  const found = chapters.findLastIndex(({ fromMs }) => fromMs <= atMs);
  return found === -1 ? Math.min(0, chapters.length - 1) : found;
}

export function clickKind(click: Pick<PlacedClick, 'handled'>): 'Click' | 'Dead click' {
  return isDeadClick(click) ? 'Dead click' : 'Click';
}

/** Returns 'Dead click on Peace lily', or the kind alone if the layer is not known. */
export function clickName({ layer, ...click }: Pick<PlacedClick, 'handled' | 'layer'>): string {
  const kind = clickKind(click);
  return layer === null ? kind : `${kind} on ${isolateName(layer)}`;
}

/** Returns the nearest mark within `reachMs`, else the time itself, because marks are hard to hit exactly. */
export function snapTo(marksMs: readonly number[], atMs: number, reachMs: number): number {
  const distance = (markMs: number) => Math.abs(markMs - atMs);
  const nearest = marksMs.reduce<number | null>(
    (best, markMs) => (best === null || distance(markMs) < distance(best) ? markMs : best),
    null,
  );
  return nearest !== null && distance(nearest) <= reachMs ? nearest : atMs;
}

/** A second press within this time after a mark seeks the mark before it. */
const BACK_SLACK_MS = 1000;
/** Browsers seek with an error of a few milliseconds. */
const FORWARD_SLACK_MS = 50;

/** The next mark in a direction, or null at the end. `marksMs` in order. */
export function neighbourMark(
  marksMs: readonly number[],
  atMs: number,
  direction: 'next' | 'previous',
): number | null {
  const found =
    direction === 'next'
      ? marksMs.find((markMs) => markMs > atMs + FORWARD_SLACK_MS)
      : marksMs.findLast((markMs) => markMs < atMs - BACK_SLACK_MS);
  return found ?? null;
}
