// The text to which participants agree, in versions: the owner writes it, tests ask for it.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { consent } from '#contract/consent.api.ts';
import { type ConsentText, consentInput } from '#contract/consent.ts';
import { TEXT_STEP_MAX_CHARACTERS } from '#contract/limits.ts';
import { characters } from '#contract/text.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Versions of the consent text, the newest first. */
const consentQuery = queryOptions({
  queryKey: queryKeys.consent.key,
  queryFn: ({ signal }) => call(consent.list, { signal }),
});

export function ConsentSection({ isOwner }: { isOwner: boolean }) {
  const versions = useQuery(consentQuery);
  return (
    <SettingsSection
      title="Consent text"
      description="A text that participants read and agree to before the test. A test asks for it in its Settings tab; others have the line on the first page."
    >
      <QueryStates of="the consent text" query={versions}>
        {([newest, ...earlier]) => (
          <>
            {isOwner ? (
              <ConsentForm key={newest?.version ?? 0} newest={newest ?? null} />
            ) : (
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {newest?.text ?? 'The owner has not written one yet.'}
              </p>
            )}
            {earlier.length > 0 && <EarlierVersions versions={earlier} />}
          </>
        )}
      </QueryStates>
    </SettingsSection>
  );
}

function ConsentForm({ newest }: { newest: ConsentText | null }) {
  const queryClient = useQueryClient();
  const before = newest?.text ?? '';
  const [text, setText] = useState(before);
  const save = useCall(() => call(consent.change, { body: { text } }), {
    onSuccess: async ({ version }) => {
      await queryClient.invalidateQueries(consentQuery);
      toast.success(`Version ${version} is shown to everyone who starts from now on.`);
    },
    failed: 'Nothing was changed. Please try again.',
  });
  const [error, setError] = useState<string | undefined>();
  useUnsavedChanges(text !== before && !save.isPending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = consentInput.safeParse({ text }).error?.issues[0]?.message;
    setError(problem);
    if (problem === undefined) save.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        label={newest ? `Version ${newest.version}, of ${formatDate(newest.createdAt)}` : 'Text'}
        rows={6}
        dir="auto"
        maxLength={TEXT_STEP_MAX_CHARACTERS}
        value={text}
        counter={`${characters(text)}/${TEXT_STEP_MAX_CHARACTERS}`}
        hint="An empty line begins a paragraph, “- ” a list. **Two stars** emphasize, and [words](https://…) are a link. Participants agree to screen, voice and camera one by one below it."
        error={error}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setError(undefined);
        }}
      />
      <div>
        <Button type="submit" variant="secondary" busy={save.isPending}>
          {newest ? 'Save as a new version' : 'Save the first version'}
        </Button>
      </div>
    </form>
  );
}

function EarlierVersions({ versions }: { versions: readonly ConsentText[] }) {
  return (
    <details className="mt-4">
      <summary className="cursor-pointer font-semibold text-sm">
        Earlier versions ({versions.length})
      </summary>
      <ol className="mt-3 grid gap-4">
        {versions.map(({ version, text, createdAt }) => (
          <li key={version} className="grid gap-1">
            <p className="text-muted text-sm">
              Version {version}, of {formatDate(createdAt)}
            </p>
            <p dir="auto" className="whitespace-pre-line text-sm wrap-anywhere">
              {text}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
