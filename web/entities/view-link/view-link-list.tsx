// Links for viewing as rows: what each shows, since when and how often it was opened, and its end.
import { Copy, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';
import { viewLinks } from '#contract/view-links.api.ts';
import type { ViewLink } from '#contract/view-links.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { formatDate, formatDateTime } from '#web/lib/format-time.ts';
import { copyRefused, toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CopyButton, copyText } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import { List, ListRow } from '#web/ui/surfaces.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const kinds: Record<ViewLink['kind'], string> = {
  results: 'Results',
  report: 'Report',
  recording: 'Recording',
  reel: 'Reel',
  clip: 'Clip',
};
const states: Record<Exclude<ViewLink['state'], 'open'>, string> = {
  expired: 'Ended',
  revoked: 'Revoked',
  gone: 'Deleted',
  withdrawn: 'Participant withdrew',
};

interface ViewLinkListProps {
  links: readonly ViewLink[];
  /** They show one thing, which is named above them. */
  isOfOne?: boolean;
}

export function ViewLinkList({ links, isOfOne = false }: ViewLinkListProps) {
  const [target, setTarget] = useState<ViewLink | null>(null);
  const ending = useCall(
    ({ _id }: ViewLink) => call(viewLinks.revoke, { params: { viewLinkId: _id } }),
    {
      makesStale: [queryKeys.viewLinks.key],
      onSuccess: ({ message }) => toast.success(message),
      failed: 'The link was not revoked. Please try again.',
      onFailure: toast.error,
    },
  );
  return (
    <>
      <List aria-label="Links for viewing">
        {links.map((link) => (
          <Row key={link._id} link={link} isOfOne={isOfOne} onEnd={setTarget} />
        ))}
      </List>
      {target && (
        <ConfirmDialog
          title="Revoke this link?"
          confirmLabel="End link"
          busyLabel="Ending..."
          onConfirm={() => ending.mutateAsync(target)}
          closesOnFailure
          onClose={() => setTarget(null)}
        >
          <p>People who have it open lose access at once.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface RowProps {
  link: ViewLink;
  isOfOne: boolean;
  onEnd: (link: ViewLink) => void;
}

function Row({ link, isOfOne, onEnd }: RowProps) {
  const { kind, title, state, views, lastViewedAt, createdBy, createdAt, expiresAt, ending } = link;
  const details = [
    `${createdBy ?? 'A former member'}, ${formatDateTime(createdAt)}`,
    expiresAt === null ? 'no end' : `until ${formatDate(expiresAt)}`,
    ...(ending === null ? [] : [`ends in …${ending}`]),
    ...(link.hasPassword ? ['password'] : []),
    ...(link.withNames ? ['names'] : []),
    ...(link.withTexts ? [] : ['without texts']),
    ...(link.withDownloads ? ['downloads'] : []),
  ];
  return (
    <ListRow>
      <div className="min-w-0 grow">
        {!isOfOne && (
          <p className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="text-muted text-sm">{kinds[kind]}</span>
            <Name className="truncate font-semibold">{title}</Name>
            {state !== 'open' && <Badge>{states[state]}</Badge>}
          </p>
        )}
        <p className={classNames('text-sm tabular-nums', !isOfOne && 'text-muted')}>
          {views === 1 ? 'Opened once' : `Opened ${views} times`}
          {lastViewedAt !== null && `, last on ${formatDateTime(lastViewedAt)}`}
        </p>
        <p className="text-muted text-sm tabular-nums">{details.join(' · ')}</p>
      </div>
      {link.canCopy && <CopyLink link={link} />}
      {state === 'open' && (
        <IconButton
          label={`Revoke the link to ${isolateName(title)}`}
          title="Revoke link"
          tone="danger"
          icon={<Link2Off aria-hidden className="size-5" />}
          className="-mr-2"
          onClick={() => onEnd(link)}
        />
      )}
    </ListRow>
  );
}

/** Reads the address of a link again and copies it. Where the browser refuses the copy, a dialog shows the address. */
function CopyLink({ link }: { link: ViewLink }) {
  const [visibleUrl, setVisibleUrl] = useState<string | null>(null);
  const reading = useCall(() => call(viewLinks.address, { params: { viewLinkId: link._id } }), {
    onSuccess: async ({ url }) => {
      if (await copyText(url)) toast.success('Link copied.');
      else setVisibleUrl(url);
    },
    failed: 'The link was not copied. Please try again.',
    onFailure: toast.error,
  });
  return (
    <>
      <IconButton
        label={`Copy the link to ${isolateName(link.title)}`}
        title="Copy link"
        icon={<Copy aria-hidden className="size-5" />}
        aria-busy={reading.isPending || undefined}
        onClick={() => !reading.isPending && reading.mutate()}
      />
      {visibleUrl !== null && (
        <Dialog
          open
          onClose={() => setVisibleUrl(null)}
          title="Copy link"
          actions={
            <Button variant="secondary" onClick={() => setVisibleUrl(null)}>
              Done
            </Button>
          }
        >
          <TextField
            label="Link for viewing"
            readOnly
            value={visibleUrl}
            onFocus={(event) => event.target.select()}
            beside={<CopyButton text={visibleUrl} label="Copy" onFailure={copyRefused} />}
          />
        </Dialog>
      )}
    </>
  );
}
