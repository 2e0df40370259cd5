// The Settings tab's form: the stored settings in the creator's own zone, and back.
import { z } from 'zod';
import {
  CLOSE_DATE_PAST,
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
  limit: number | null;
  duplicate: boolean;
}

export function formOf(settings: TestSettings): SettingsForm {
  const { closeDate } = settings;
  return {
    closed: settings.closedByHand,
    ...(closeDate === null ? { date: '', time: '' } : localDateTime(new Date(closeDate))),
    limit: settings.submissionLimit,
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

/**
 * Checks a form and turns it into the call's body.
 * @param stored settings: a close date that was not touched is sent as it is, also when it has passed.
 * @param now asked at each check, for 'cannot be in the past' (section 5).
 */
export function settingsSchema(stored: TestSettings, now: () => number) {
  const before = formOf(stored);
  return z
    .object({
      closed: z.boolean(),
      date: z.string(),
      time: z.string(),
      limit: submissionLimit,
      duplicate: z.boolean(),
    })
    .transform((form, context): TestSettingsInput => {
      const isUntouched = form.date === before.date && form.time === before.time;
      const closeDate = isUntouched ? stored.closeDate : closeDateOf(form, { now, context });
      return {
        closeDate,
        submissionLimit: form.limit,
        allowRepeat: form.duplicate,
        closedByHand: form.closed,
      };
    });
}

function closeDateOf(
  { date, time }: Pick<SettingsForm, 'date' | 'time'>,
  { now, context }: { now: () => number; context: z.RefinementCtx },
): string | null {
  if (date === '' && time === '') return null;
  const refuse = (field: 'date' | 'time', message: string) => {
    context.addIssue({ code: 'custom', path: [field], message });
    return null;
  };
  if (date === '') return refuse('date', 'Please choose a date.');
  if (time === '') return refuse('time', 'Please choose a time.');
  const moment = new Date(`${date}T${time}`);
  if (Number.isNaN(moment.getTime())) return refuse('date', 'Please enter a valid date.');
  if (moment.getTime() >= now()) return moment.toISOString();
  const isToday = date === localDateTime(new Date(now())).date;
  return refuse(isToday ? 'time' : 'date', isToday ? CLOSE_TIME_PAST : CLOSE_DATE_PAST);
}

/** Sentence for a time of today that has passed (section 5). */
const CLOSE_TIME_PAST = 'The close time cannot be earlier than now.';
