// The Settings tab's form: the stored settings in the creator's own zone, and back.
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod/mini';
import {
  CLOSE_DATE_PAST,
  LIMIT_INVALID,
  submissionLimit,
  type TestSettings,
  type TestSettingsInput,
} from '#contract/tests.ts';

export interface SettingsForm {
  closed: boolean;
  /** `2026-11-20` in the browser's zone; empty: no scheduled close. */
  date: string;
  /** `14:05`, likewise. */
  time: string;
  /** The limit as typed; empty for no limit. */
  limit: string;
  duplicate: boolean;
}

/** The form's API for its fields. */
export type SettingsFormApi = UseFormReturn<SettingsForm, unknown, TestSettingsInput>;

export function formOf(settings: TestSettings): SettingsForm {
  const { closeDate } = settings;
  return {
    closed: settings.closedByHand,
    ...(closeDate === null ? { date: '', time: '' } : localDateTime(new Date(closeDate))),
    limit: settings.submissionLimit?.toString() ?? '',
    duplicate: settings.allowRepeat,
  };
}

/** Date and time of day as the browser's own fields write them. */
export function localDateTime(moment: Date): { date: string; time: string } {
  const two = (number: number) => String(number).padStart(2, '0');
  const year = String(moment.getFullYear()).padStart(4, '0');
  return {
    date: `${year}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
  };
}

/** Value of a browser's own field that cannot be read: half a date, a number with letters. */
export const UNREADABLE = '?';

/** Only digits are valid, because `1.5`, `-3` and `1e3` are misleading. */
const limit = z.pipe(
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => /^\d*$/.test(text), { error: LIMIT_INVALID, abort: true }),
    ),
    z.transform((text) => (text === '' ? null : Number(text))),
  ),
  submissionLimit,
);

/**
 * Validates a form and returns the request's body.
 * @param stored settings: an unchanged close date is sent as it is, even if it has passed
 * @param now current time at each validation, for 'cannot be in the past' (section 5)
 */
export function settingsSchema(stored: TestSettings, now: () => number) {
  const before = formOf(stored);
  return z.pipe(
    z.object({
      closed: z.boolean(),
      date: z.string(),
      time: z.string(),
      limit,
      duplicate: z.boolean(),
    }),
    z.transform((form, context): TestSettingsInput => {
      const isUntouched = form.date === before.date && form.time === before.time;
      const closeDate = isUntouched ? stored.closeDate : closeDateOf(form, { now, context });
      return {
        closeDate,
        submissionLimit: form.limit,
        allowRepeat: form.duplicate,
        closedByHand: form.closed,
      };
    }),
  );
}

function closeDateOf(
  { date, time }: Pick<SettingsForm, 'date' | 'time'>,
  { now, context }: { now: () => number; context: z.core.ParsePayload },
): string | null {
  if (date === '' && time === '') return null;
  const refuse = (field: 'date' | 'time', message: string) => {
    context.issues.push({ code: 'custom', input: context.value, path: [field], message });
    return null;
  };
  if (date === UNREADABLE) return refuse('date', 'Enter the whole date, or clear it.');
  if (time === UNREADABLE) return refuse('time', 'Enter the whole time, or clear it.');
  if (date === '') return refuse('date', 'Enter a date too.');
  if (time === '') return refuse('time', 'Enter a time too.');
  const moment = new Date(`${date}T${time}`);
  if (Number.isNaN(moment.getTime())) return refuse('date', 'Enter the whole date, or clear it.');
  if (moment.getTime() >= now()) return moment.toISOString();
  const isToday = date === localDateTime(new Date(now())).date;
  return refuse(isToday ? 'time' : 'date', isToday ? CLOSE_TIME_PAST : CLOSE_DATE_PAST);
}

/** Sentence for a time of today that has passed (section 5). */
export const CLOSE_TIME_PAST = 'The close time cannot be earlier than now.';
