// The workspace's own token for the design tool: its state, and the owner's actions to set, replace and remove it.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { designToken } from '#contract/design-token.api.ts';
import { type DesignTokenState, designTokenInput } from '#contract/design-token.ts';
import { useRecordedText } from '#web/entities/test/link-hint.ts';
import { designTokenQuery } from '#web/entities/workspace/design-token.query.ts';
import { call } from '#web/lib/api.ts';
import { showFieldErrors } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { formatDate } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert, type Tone } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SettingsSection } from './settings-section.tsx';

export function DesignTokenSection({ isOwner }: { isOwner: boolean }) {
  const state = useQuery(designTokenQuery);
  return (
    <SettingsSection
      title="Design tool"
      description={
        isOwner
          ? 'With an access token of yours, Tryout gets pictures of your prototypes’ screens and draws the clicks on them. The token is stored encrypted and never shown again.'
          : 'Only the owner of this workspace can set its token.'
      }
    >
      <Content state={state} isOwner={isOwner} />
    </SettingsSection>
  );
}

interface ContentProps {
  state: { data: DesignTokenState | undefined; isPending: boolean; refetch: () => unknown };
  isOwner: boolean;
}

function Content({ state: { data, isPending, refetch }, isOwner }: ContentProps) {
  if (isPending) {
    return (
      <div role="status" aria-label="Loading the token’s state">
        <Skeleton className="h-52 rounded-lg" />
      </div>
    );
  }
  if (data === undefined) {
    return (
      <Alert tone="danger" title="The state of the token could not be loaded">
        <Button size="sm" variant="secondary" className="mt-2" onClick={() => void refetch()}>
          Try again
        </Button>
      </Alert>
    );
  }
  return (
    <>
      <DesignTokenNote state={data} isOwner={isOwner} />
      {isOwner && <DesignTokenForm state={data} />}
    </>
  );
}

/** The owner's form: a pasted token is checked and stored; a stored one can be replaced or removed. */
function DesignTokenForm({ state }: { state: DesignTokenState }) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: zodResolver(designTokenInput),
    mode: 'onSubmit',
    defaultValues: { token: '' },
  });
  const saving = useCall((token: string) => call(designToken.set, { body: { token } }), {
    onSuccess: (saved) => {
      form.reset();
      queryClient.setQueryData(designTokenQuery.queryKey, saved);
      toast.success('The token is saved.');
    },
    failed: 'The token could not be saved. Please try again.',
    onFailure: (sentence, error) => {
      showFieldErrors(error, form.setError, ['token']);
      toast.error(sentence);
    },
  });
  const { errors, isDirty } = form.formState;
  useUnsavedChanges(isDirty && !saving.isPending);
  const submit = form.handleSubmit(({ token }) => saving.mutate(token));
  const isSet = state.own !== null;
  return (
    <form noValidate className="grid gap-2" onSubmit={(event) => void submit(event)}>
      <TextField
        label={isSet ? 'Another token' : 'Access token'}
        type="password"
        autoComplete="off"
        spellCheck={false}
        hint={`A personal access token of ${state.tool} with the scope file_content:read. We test the token when you save.`}
        error={errors.token?.message}
        {...form.register('token')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending}>
          {isSet ? 'Replace token' : 'Save token'}
        </Button>
        {isSet && <RemoveToken state={state} />}
      </div>
    </form>
  );
}

function RemoveToken({ state: { otherwise } }: { state: DesignTokenState }) {
  const [asking, setAsking] = useState(false);
  const removal = useCall(() => call(designToken.remove), {
    makesStale: [designTokenQuery.queryKey],
    onSuccess: ({ message }) => toast.success(message),
  });
  return (
    <>
      <Button type="button" variant="quiet" onClick={() => setAsking(true)}>
        Remove token
      </Button>
      {asking && (
        <ConfirmDialog
          title="Remove the token?"
          confirmLabel="Remove"
          busyLabel="Removing..."
          onConfirm={() => removal.mutateAsync()}
          failed="The token could not be removed. Please try again."
          onClose={() => setAsking(false)}
        >
          <p>{consequences[otherwise]} Existing pictures stay.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const consequences = {
  installation: 'New screens are then read with this installation’s token.',
  browser: 'Pictures of new screens are then taken by a browser, and are approximate.',
  none: 'New screens then get no heatmaps.',
};

// Shows which token loads the pictures, the design tool's answer, and how to repair an invalid token.

type Own = NonNullable<DesignTokenState['own']>;

function DesignTokenNote({ state, isOwner }: { state: DesignTokenState; isOwner: boolean }) {
  const { own, tool } = state;
  const recorded = useRecordedText(tool);
  if (!own) return <NoToken state={state} isOwner={isOwner} recorded={recorded} />;
  const { tone, title, text } = own.readable ? checks(tool)[own.check] : unreadable(isOwner);
  return (
    <Alert tone={tone} title={title}>
      {text} {own.check !== 'file_hidden' && recorded}
      <SetBy own={own} />
    </Alert>
  );
}

function SetBy({ own: { setAt, setBy } }: { own: Own }) {
  return (
    <p className="mt-1 text-muted">
      Set on {formatDate(setAt)}
      {setBy !== null && (
        <>
          {' '}
          by <Name>{setBy}</Name>
        </>
      )}
      .
    </p>
  );
}

interface Notice {
  tone: Tone;
  title: string;
  text: string;
}

const checks = (tool: string): Record<Own['check'], Notice> => ({
  works: {
    tone: 'success',
    title: 'A token of this workspace is in use',
    text: `${tool} lets it read the file of your newest test.`,
  },
  accepted: {
    tone: 'info',
    title: 'A token of this workspace is in use',
    text: `${tool} accepts it. Your first test shows whether it can read the file.`,
  },
  file_hidden: {
    tone: 'warning',
    title: 'The token may not read the file of your newest test',
    text: `In ${tool}, give the token’s owner access to that file, or set another token.`,
  },
  untested: {
    tone: 'warning',
    title: 'The token is saved, but could not be checked',
    text: `${tool} gave no clear answer. If pictures stay missing, set it again.`,
  },
});

function unreadable(isOwner: boolean): Notice {
  return {
    tone: 'danger',
    title: 'The token can no longer be read',
    text: `The secret of this server has changed. ${isOwner ? 'Set the token again.' : 'Ask the owner to set it again.'}`,
  };
}

interface NoTokenProps {
  state: DesignTokenState;
  isOwner: boolean;
  /** Number of recordings with the tool's prototypes, in words. */
  recorded: string | undefined;
}

function NoToken({ state: { tool, otherwise }, isOwner, recorded }: NoTokenProps) {
  if (otherwise === 'installation') {
    return (
      <Alert title="This installation’s token is in use">
        {isOwner
          ? `With your own token, ${tool} counts your workspace’s calls separately, and only files that you choose can be read.`
          : `It reads the files of prototypes in ${tool}.`}{' '}
        {recorded}
      </Alert>
    );
  }
  return (
    <Alert title={otherwise === 'browser' ? 'Pictures come from a browser' : 'No token is set'}>
      {otherwise === 'browser' && 'They are approximate. With a token they are exact. '}
      {recorded}
    </Alert>
  );
}
