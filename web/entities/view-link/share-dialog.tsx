// Creates a link for viewing: its period, password and switches, and the open links to the same thing.
import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import { CLIP_EARLY_MAX_MS, VIEW_LINK_DAYS } from '#contract/limits.ts';
import { viewLinks } from '#contract/view-links.api.ts';
import { type UnplayableClip, type ViewedThing, viewPassword } from '#contract/view-links.ts';
import { secondsText } from '#insight/numbers/words.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { useMakeClip } from '#web/entities/clip/clip.query.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { copyRefused, toast, toastFailure } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CopyButton, copyText } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { testViewLinksQuery, unplayableClipsQuery } from './view-link.query.ts';
import { ViewLinkList } from './view-link-list.tsx';
import { showsStretches } from './viewing.ts';

interface ShareProps {
  testId: TestId;
  thing: ViewedThing;
}

interface ShareButtonProps extends ShareProps {
  /** Appearance: a small button with text, or an icon for lists. */
  look: 'small' | 'icon';
}

/** Button that opens the dialog. Members with the role of a viewer do not see it. */
export function ShareButton({ look, ...props }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useMayChange()) return null;
  const common = {
    icon: <Share2 aria-hidden className="size-4" />,
    onClick: () => setOpen(true),
  };
  return (
    <>
      {look === 'icon' ? (
        <IconButton label={`Share the ${props.thing.kind}`} title="Share" {...common} />
      ) : (
        <Button variant="secondary" size="sm" {...common}>
          {`Share ${props.thing.kind}`}
        </Button>
      )}
      {isOpen && <ShareDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const words: Record<ViewedThing['kind'], string> = {
  results: 'the results of this test with all its recordings',
  report: 'this report with its clips, and nothing else of the recordings',
  recording: 'this recording',
  reel: 'this reel, and nothing else of its recordings',
  clip: 'this clip, and nothing else of its recording',
};

const periods = [
  [1, '1 day'],
  [7, '7 days'],
  [VIEW_LINK_DAYS, `${VIEW_LINK_DAYS} days`],
  [90, '90 days'],
  [365, '1 year'],
  [null, 'Never'],
] as const;

/** The dialog is open for as long as it is rendered. */
export function ShareDialog({ testId, thing, onClose }: ShareProps & { onClose: () => void }) {
  const [days, setDays] = useState<number | null>(VIEW_LINK_DAYS);
  const [password, setPassword] = useState('');
  const [withNames, setWithNames] = useState(false);
  const [withTexts, setWithTexts] = useState(true);
  const [withDownloads, setWithDownloads] = useState(false);
  const making = useCall(
    () =>
      call(viewLinks.create, {
        params: { id: testId },
        body: { thing, days, password: password || null, withNames, withTexts, withDownloads },
      }),
    {
      makesStale: [queryKeys.viewLinks.key],
      // If the browser refuses, the link is selected beside its button 'Copy'.
      onSuccess: async ({ url }) => {
        if (await copyText(url)) toast.success('Link copied.');
      },
      failed: 'The link was not created. Please try again.',
    },
  );
  const checked = password === '' ? null : viewPassword.safeParse(password);
  const refused = checked?.success === false ? checked.error.issues[0]?.message : undefined;
  return (
    <Dialog
      open
      below={!making.data && <Others testId={testId} thing={thing} />}
      onClose={onClose}
      title={`Share ${thing.kind}`}
      description={`Anyone with the link can view ${words[thing.kind]} without an account. They can’t change anything.`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {making.data ? 'Done' : 'Cancel'}
          </Button>
          {!making.data && (
            <Button
              busy={making.isPending}
              disabled={refused !== undefined}
              onClick={() => making.mutate()}
            >
              Create link
            </Button>
          )}
        </>
      }
    >
      {making.data ? (
        <NewLink url={making.data.url} hasPassword={password !== ''} />
      ) : (
        <form
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (refused === undefined && !making.isPending) making.mutate();
          }}
        >
          <UnplayableClips testId={testId} thing={thing} />
          <Select
            label="Expires after"
            options={periods.map(([value, label]) => ({ value: String(value), label }))}
            value={String(days)}
            onChange={({ target }) =>
              setDays(target.value === 'null' ? null : Number(target.value))
            }
          />
          <TextField
            label="Password (optional)"
            autoComplete="off"
            value={password}
            error={refused}
            room="Please use 8 characters or more."
            onChange={(event) => setPassword(event.target.value)}
          />
          <Switch
            label="Show names"
            hint="Off: people appear as ‘Participant 12’."
            checked={withNames}
            onChange={(event) => setWithNames(event.target.checked)}
          />
          {!showsStretches({ thing }) && (
            <Switch
              label="Show texts that people wrote"
              hint={
                withTexts
                  ? 'Possibly personal: people may name themselves or others in answers, even if names are hidden.'
                  : 'Off: answers in people’s own words are left out. Their number stays.'
              }
              checked={withTexts}
              onChange={(event) => setWithTexts(event.target.checked)}
            />
          )}
          <Switch
            label="Allow downloads"
            checked={withDownloads}
            onChange={(event) => setWithDownloads(event.target.checked)}
          />
          <Alert tone="warning">
            {showsStretches({ thing })
              ? 'Faces and voices are part of the video, and members’ texts may contain names, even if names are hidden.'
              : 'Faces and voices are part of the video, and transcripts contain every spoken word, even if names are hidden.'}
          </Alert>
          {making.failure && <Alert tone="danger">{making.failure}</Alert>}
        </form>
      )}
    </Dialog>
  );
}

function NewLink({ url, hasPassword }: { url: string; hasPassword: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TextField
        label="Link for viewing"
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        beside={<CopyButton text={url} label="Copy" variant="primary" onFailure={copyRefused} />}
      />
      {hasPassword && <p className="text-muted text-sm">Send the password separately.</p>}
    </div>
  );
}

/** Open links to the same thing. */
function Others({ testId, thing }: ShareProps) {
  const { data } = useQuery(testViewLinksQuery(testId));
  const same = data?.filter(
    (link) => JSON.stringify(link.thing) === JSON.stringify(thing) && link.state === 'open',
  );
  if (!same?.length) return null;
  return (
    <section
      aria-label="Existing links"
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t pt-5"
    >
      <h3 className="text-base">Existing links</h3>
      <ViewLinkList links={same} isOfOne />
    </section>
  );
}

/** Before a link is made: the clips that its visitors could not play, and for each a beginning with which they can. */
function UnplayableClips({ testId, thing }: { testId: TestId; thing: ViewedThing }) {
  const { data } = useQuery(unplayableClipsQuery(testId, thing));
  if (!data?.clips.length) return null;
  const { length } = data.clips;
  const isOwn = thing.kind === 'clip';
  return (
    <Alert
      tone="warning"
      title={
        isOwn
          ? "Visitors can't play this clip"
          : `Visitors can't play ${length === 1 ? '1 clip' : `${length} clips`}`
      }
    >
      <p>
        A video starts at one of its key frames, and has none in the {CLIP_EARLY_MAX_MS / 1000}{' '}
        seconds before the clip. Visitors would see more of the recording than the clip.
      </p>
      <ul className="mt-2 grid gap-2">
        {data.clips.map((each) => (
          <Unplayable key={each.clip.id} testId={testId} isOwn={isOwn} {...each} />
        ))}
      </ul>
    </Alert>
  );
}

function Unplayable(props: UnplayableClip & { testId: TestId; isOwn: boolean }) {
  const { testId, clip, beginMs, isOwn } = props;
  const { id, sessionId, version, title, fromMs, toMs, recording } = clip;
  const making = useMakeClip({ testId, sessionId });
  const begin = (ms: number) =>
    making.mutate(
      { seen: { id, version }, title, toMs, fromMs: ms },
      {
        onError: toastFailure('The clip was not changed. Please try again.'),
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {!isOwn && (
        <span className="min-w-0 grow tabular-nums [overflow-wrap:anywhere]">
          <Name>{title || recording.participantName}</Name>, {stretchText(clip)}
        </span>
      )}
      {beginMs === null ? (
        <span>The clip can’t start anywhere nearby. Share the recording instead.</span>
      ) : (
        <Button
          size="sm"
          variant="secondary"
          busy={making.isPending}
          onClick={() => begin(beginMs)}
        >
          {`Begin the clip ${secondsText(Math.abs(beginMs - fromMs))} ${beginMs < fromMs ? 'earlier' : 'later'}`}
        </Button>
      )}
    </li>
  );
}
