// Shows which token loads the pictures, the design tool's answer, and how to repair an invalid token.
import type { DesignTokenState } from '#contract/design-token.ts';
import { useRecordedText } from '#web/entities/test/link-hint.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { Alert, type Tone } from '#web/ui/alert.tsx';
import { Name } from '#web/ui/name.tsx';

type Own = NonNullable<DesignTokenState['own']>;

export function DesignTokenNote({ state, isOwner }: { state: DesignTokenState; isOwner: boolean }) {
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
    text: `SESSION_SECRET of this server has changed. ${isOwner ? 'Set the token again.' : 'The owner has to set it again.'}`,
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
