// Tab Settings of a test: when it takes submissions, by hand, by date, by number, once or more for each person.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { SUBMISSIONS_MAX } from '#contract/limits.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { tests } from '#contract/tests.api.ts';
import {
  CLOSE_DATE_PAST,
  LIMIT_INVALID,
  type TestSettings,
  type TestSettingsInput,
} from '#contract/tests.ts';
import { useMayChange, VIEWERS_WATCH } from '#web/entities/account/rights.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { availabilityText } from '#web/entities/test/availability-text.ts';
import { settingsQuery, testQuery } from '#web/entities/test/test.query.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { zoneName } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ParticipationSection } from './participation-section.tsx';
import { PersonalLinksSection } from './personal-links-section.tsx';
import {
  CLOSE_TIME_PAST,
  formOf,
  localDateTime,
  type SettingsForm,
  type SettingsFormApi,
  settingsSchema,
  UNREADABLE,
} from './settings-form.ts';
import { TranscriptsSection } from './transcripts-section.tsx';

export function SettingsTab({ test }: { test: TestOverview }) {
  const settings = useQuery(settingsQuery(test._id));
  if (settings.isPending) {
    return (
      <div role="status" aria-label="Loading settings">
        <Skeleton className="h-128 rounded-lg" />
      </div>
    );
  }
  if (settings.data === undefined) {
    return (
      <ErrorView title="Failed to fetch settings" onRetry={() => void settings.refetch()}>
        Nothing was changed. Check your connection and try again.
      </ErrorView>
    );
  }
  return (
    <>
      <SettingsFields test={test} settings={settings.data} />
      <ParticipationSection testId={test._id} testName={test.name} />
      <PersonalLinksSection testId={test._id} />
      <TranscriptsSection testId={test._id} />
    </>
  );
}

/** Sends the Settings tab's form and then shows the stored state. */
function useSettingsForm(test: TestOverview, settings: TestSettings) {
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const check = zodResolver(settingsSchema(settings, Date.now));
  const form = useForm<SettingsForm, unknown, TestSettingsInput>({
    resolver: (values, ...rest) => check({ ...values, ...unreadable(element.current) }, ...rest),
    mode: 'all',
    // Other people's saved changes appear; fields that were edited here do not change.
    values: formOf(settings),
    resetOptions: { keepDirtyValues: true },
  });
  const saving = useCall(
    (body: TestSettingsInput) => call(tests.saveSettings, { params: { id: test._id }, body }),
    {
      onSuccess: async (saved) => {
        queryClient.setQueryData(settingsQuery(test._id).queryKey, saved);
        // Saved values replace typed ones, because they may differ: for example for an hour that the clock change skips.
        form.reset(formOf(saved), { keepDirtyValues: false });
        toast.success('Settings saved successfully');
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: testQuery(test._id).queryKey, exact: true }),
          queryClient.invalidateQueries({ queryKey: queryKeys.testList.key }),
        ]);
      },
      onFailure: (_, error) => {
        const sentences = error instanceof ApiError ? error.fields : {};
        if (sentences.close_date) form.setError('date', { message: sentences.close_date });
        if (sentences.number_of_submission) {
          form.setError('limit', { message: sentences.number_of_submission });
        }
        toast.error('Failed to save settings.');
      },
    },
  );
  useUnsavedChanges(form.formState.isDirty);
  return {
    form,
    element,
    isSaving: saving.isPending,
    submit: form.handleSubmit((input) => saving.mutate(input)),
  };
}

/** Fields whose text the browser can't read. Their value is empty, as for an empty field. */
function unreadable(form: HTMLFormElement | null): Partial<SettingsForm> {
  const inputs = [...(form?.querySelectorAll('input') ?? [])];
  return Object.fromEntries(
    inputs.filter(({ validity }) => validity.badInput).map(({ name }) => [name, UNREADABLE]),
  );
}

/** The form of the Settings tab; Save is possible only after a change (section 4). */
function SettingsFields({ test, settings }: { test: TestOverview; settings: TestSettings }) {
  const mayChange = useMayChange();
  const { form, element, isSaving, submit } = useSettingsForm(test, settings);
  const { isDirty, isValid } = form.formState;
  return (
    <form
      ref={element}
      noValidate
      aria-label="Settings of this test"
      onSubmit={(event) => void submit(event)}
    >
      {!mayChange && <Alert className="mb-4">{VIEWERS_WATCH}</Alert>}
      <fieldset disabled={!mayChange} className="contents">
        <Card className="divide-y divide-line p-0! sm:p-0!">
          <Switch
            label="Close this test"
            hint="No one can start it until you open it again. Participants who have started may finish."
            className={switchRow}
            {...form.register('closed')}
          />
          <ScheduleFields form={form} className={row} />
          <LimitField form={form} />
          <Switch
            label="Allow repeat submissions"
            hint="Off: each browser can finish this test once. A second person who uses it can still start. Names don’t matter."
            className={switchRow}
            {...form.register('duplicate')}
          />
          <div className={row}>
            <p role="status" className="self-center text-muted">
              {availabilityText(test.closed, settings)}
            </p>
            {mayChange && (
              <div>
                <Button type="submit" disabled={!(isDirty && isValid)} busy={isSaving}>
                  Save
                </Button>
              </div>
            )}
          </div>
        </Card>
      </fieldset>
    </form>
  );
}

/** Columns: the explanation of a setting on the left, its fields on the right. */
const columns = 'gap-x-12 px-5 py-5 sm:px-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]';
const row = `grid grid-cols-[minmax(0,1fr)] gap-y-4 ${columns}`;
const switchRow = `grid grid-cols-[minmax(0,1fr)_auto] ${columns}`;

// A browser with English settings drops the comma of '1,5' in a number field, which then is 15. As a point it stays, and the
// form rejects the number.

function typeComma(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== ',' || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  insertText('.');
}

function pasteCommas(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text');
  if (!text.includes(',')) return;
  event.preventDefault();
  insertText(text.replaceAll(',', '.'));
}

/** Types a text into the focused field. A number field has no selection that a script could replace. */
function insertText(text: string): void {
  document.execCommand('insertText', false, text);
}

function LimitField({ form }: { form: SettingsFormApi }) {
  return (
    <div className={row}>
      <div>
        <p aria-hidden className="font-semibold text-sm">
          Submission limit
        </p>
        <p className="mt-0.5 text-muted text-sm">
          Close after this many people. Leave it empty for no limit.
        </p>
      </div>
      <TextField
        label="Submission limit"
        hideLabel
        type="number"
        inputMode="numeric"
        step={1}
        min={1}
        max={SUBMISSIONS_MAX}
        placeholder="No limit"
        className="sm:max-w-96"
        room={LIMIT_INVALID}
        // The mouse wheel must not change the value by accident.
        onWheel={(event) => event.currentTarget.blur()}
        onKeyDown={typeComma}
        onPaste={pasteCommas}
        error={form.formState.errors.limit?.message}
        {...form.register('limit')}
      />
    </div>
  );
}

// Date and time at which a test closes, in the creator's zone.

interface ScheduleFieldsProps {
  form: SettingsFormApi;
  /** Layout of explanation and fields. */
  className: string;
}

function ScheduleFields({ form, className }: ScheduleFieldsProps) {
  const id = useId();
  const { errors } = form.formState;
  const clear = () => {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue('date', '', options);
    form.setValue('time', '', options);
  };
  // One check covers both fields, so a change of one validates the other too.
  const both = { deps: ['date' as const, 'time' as const] };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend can't take part in the row's columns.
    <div
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-zone`}
      className={className}
    >
      <div>
        <p id={`${id}-title`} className="font-semibold text-sm">
          Scheduled close
        </p>
        <p id={`${id}-zone`} className="mt-0.5 text-muted text-sm">
          The test closes at this date and time, in your time zone:{' '}
          <span className="font-semibold text-text">{zoneName()}</span>.
        </p>
      </div>
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:max-w-2xl">
        <TextField
          label="Date"
          type="date"
          min={localDateTime(new Date()).date}
          room={CLOSE_DATE_PAST}
          error={errors.date?.message}
          {...form.register('date', both)}
        />
        <TextField
          label="Time"
          type="time"
          room={CLOSE_TIME_PAST}
          error={errors.time?.message}
          beside={
            // Always there, for what is half entered too.
            <Button variant="secondary" onClick={clear}>
              Clear
            </Button>
          }
          {...form.register('time', both)}
        />
      </div>
    </div>
  );
}
