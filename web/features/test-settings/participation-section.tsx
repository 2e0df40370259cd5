// Section of the Settings tab: what participants read before and after a test, what their link brings along, and where they
// return to.
import { zodResolver } from '@hookform/resolvers/zod';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { TestId } from '#contract/ids.ts';
import { participation as calls } from '#contract/participation.api.ts';
import type { Participation, ParticipationInput } from '#contract/participation.ts';
import type { DeviceUse, TestDevices } from '#contract/shared-participation.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { testQuery } from '#web/entities/test/test.query.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { FoldedSection } from './folded-section.tsx';
import {
  formOf,
  type ParticipationForm,
  PROLIFIC,
  parameterNames,
  participationSchema,
} from './participation-form.ts';

function participationQuery(id: TestId) {
  return queryOptions({
    queryKey: [...testQuery(id).queryKey, 'participation'],
    queryFn: ({ signal }) => call(calls.get, { params: { id }, signal }),
  });
}

export function ParticipationSection({ testId, testName }: { testId: TestId; testName: string }) {
  const { data, isPending, refetch } = useQuery(participationQuery(testId));
  return (
    <FoldedSection
      id="participation"
      title="Before and after the test"
      note="Title, welcome and thank-you texts, devices, and the way back to a panel."
    >
      {isPending && (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-96 rounded-lg" />
        </div>
      )}
      {!isPending && data === undefined && (
        <ErrorView title="Failed to fetch this part" onRetry={() => void refetch()}>
          Nothing was changed. Check your connection and try again.
        </ErrorView>
      )}
      {data && <Fields testId={testId} testName={testName} stored={data} />}
    </FoldedSection>
  );
}

const devices = [
  ['microphone', 'Microphone', 'Participants can think aloud. Without it there is no transcript.'],
  ['camera', 'Camera', 'Participants see their picture in a corner of the screen.'],
  [
    'screen',
    'Screen',
    'Without it there is no recording: clicks and answers alone are stored, and no permission is asked for.',
  ],
] as const;

const deviceOptions: { value: DeviceUse; label: string }[] = [
  { value: 'required', label: 'Required' },
  { value: 'optional', label: 'Optional' },
  { value: 'off', label: 'Off' },
];

const moments = [
  ['completed', 'After the test', 'Opens once the recording and all answers are safe.'],
  ['screenedOut', 'When an answer screens them out', ''],
  ['full', 'When the test is full', 'Also when no place is left for their answer.'],
  ['closed', 'When the test is closed', ''],
] as const;

/** A recording needs the screen: without it microphone and camera are off, and with one of them the screen is required. */
function alignDevices(
  form: Pick<
    UseFormReturn<ParticipationForm, unknown, ParticipationInput>,
    'getValues' | 'setValue'
  >,
  changed: keyof TestDevices,
): void {
  const { microphone, camera, screen } = form.getValues('devices');
  const set = (device: keyof TestDevices, use: DeviceUse) =>
    form.setValue(`devices.${device}`, use, { shouldDirty: true });
  if (screen !== 'off' || (microphone === 'off' && camera === 'off')) return;
  if (changed !== 'screen') set('screen', 'required');
  else for (const device of ['microphone', 'camera'] as const) set(device, 'off');
}

function useParticipationForm(testId: TestId, stored: Participation) {
  const queryClient = useQueryClient();
  const form = useForm<ParticipationForm, unknown, ParticipationInput>({
    resolver: zodResolver(participationSchema),
    mode: 'onTouched',
    // Other people's saved changes appear; fields that were edited here do not change.
    values: formOf(stored),
    resetOptions: { keepDirtyValues: true },
  });
  const saving = useCall(
    (body: ParticipationInput) => call(calls.change, { params: { id: testId }, body }),
    {
      onSuccess: (saved) => {
        queryClient.setQueryData(participationQuery(testId).queryKey, saved);
        form.reset(formOf(saved), { keepDirtyValues: false });
        toast.success('Saved. It applies to everyone who opens the link from now on.');
      },
      onFailure: (_, error) => {
        const fields = error instanceof ApiError ? error.fields : {};
        for (const [name, message] of Object.entries(fields)) {
          form.setError(name as 'title', { message });
        }
        toast.error('Failed to save.');
      },
    },
  );
  useUnsavedChanges(form.formState.isDirty);
  const submit = form.handleSubmit((input) => {
    const { dirtyFields } = form.formState;
    // Fields that were not edited here stay as another member may have saved them.
    const changed = Object.entries(input).filter(([name]) => name in dirtyFields);
    saving.mutate(Object.fromEntries(changed));
  });
  return { form, submit, isSaving: saving.isPending };
}

interface FieldsProps {
  testId: TestId;
  testName: string;
  stored: Participation;
}

function Fields({ testId, testName, stored }: FieldsProps) {
  const mayChange = useMayChange();
  const { form, submit, isSaving } = useParticipationForm(testId, stored);
  const { errors, isDirty } = form.formState;
  const names = parameterNames(form.watch('parameters'));
  const prefill = () => {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue('parameters', PROLIFIC.parameters, options);
    form.setValue('nameFrom', PROLIFIC.nameFrom, options);
    form.setValue('redirects', PROLIFIC.redirects, options);
    form.setFocus('redirects.completed');
  };
  return (
    <form noValidate aria-labelledby="participation" onSubmit={(event) => void submit(event)}>
      <fieldset disabled={!mayChange} className="contents">
        <div className="grid gap-8 *:max-w-2xl">
          <div className="grid gap-5">
            <TextField
              label="Title for participants"
              hint="Participants read it in place of the test’s name. Leave it empty to use the name."
              placeholder={testName}
              error={errors.title?.message}
              {...form.register('title')}
            />
            <TextArea
              label="Welcome text"
              hint="Stands on a page of its own before the task. **Bold**, lists with - and links work."
              error={errors.welcome?.message}
              {...form.register('welcome')}
            />
            <TextArea
              label="Thank-you text"
              hint="Stands on the last page, once the recording is safe."
              error={errors.thanks?.message}
              {...form.register('thanks')}
            />
          </div>
          <div className="grid gap-5 border-line border-t pt-6">
            <div>
              <h3 className="text-base">Devices</h3>
              <p className="mt-0.5 text-muted text-sm">
                Participants can take part without an optional device, and the recording says so.
              </p>
            </div>
            <div className="grid gap-5 sm:grid-cols-2">
              {devices.map(([device, label, hint]) => (
                <Select
                  key={device}
                  label={label}
                  hint={hint}
                  options={deviceOptions}
                  {...form.register(`devices.${device}`, {
                    onChange: () => alignDevices(form, device),
                  })}
                />
              ))}
            </div>
          </div>
          <div className="grid gap-5 border-line border-t pt-6">
            <h3 className="text-base">Consent</h3>
            <Select
              label="Participants agree to"
              hint="The workspace’s text is written in Settings. Each recording says which version its participant agreed to, and when."
              options={[
                { value: 'plain', label: 'The line on the first page' },
                { value: 'workspace', label: 'The workspace’s consent text' },
              ]}
              {...form.register('consent')}
            />
          </div>
          <div className="grid gap-5 border-line border-t pt-6">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h3 className="text-base">Panel</h3>
              {mayChange && (
                <Button type="button" variant="secondary" size="sm" onClick={prefill}>
                  Use Prolific settings
                </Button>
              )}
            </div>
            <TextField
              label="Parameters of the link"
              hint="Names of what the panel adds to the link, such as PROLIFIC_PID. Values are stored with each session."
              error={errors.parameters?.message}
              spellCheck={false}
              {...form.register('parameters')}
            />
            {names.length > 0 && (
              <Select
                label="Name of the participant"
                hint="With a parameter, participants are not asked for a name."
                options={[
                  { value: '', label: 'They type it' },
                  ...names.map((name) => ({ value: name, label: name })),
                ]}
                {...form.register('nameFrom')}
              />
            )}
            {moments.map(([moment, label, hint]) => (
              <TextField
                key={moment}
                label={`Return address: ${label.toLowerCase()}`}
                hint={hint && `${hint} {{session}} and {{PARAMETER}} are replaced by their values.`}
                inputMode="url"
                spellCheck={false}
                placeholder="https://"
                error={errors.redirects?.[moment]?.message}
                {...form.register(`redirects.${moment}`)}
              />
            ))}
          </div>
          {mayChange && (
            <div>
              <Button type="submit" disabled={!isDirty} busy={isSaving}>
                Save texts and addresses
              </Button>
            </div>
          )}
        </div>
      </fieldset>
    </form>
  );
}
