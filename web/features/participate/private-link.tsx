// The participant's private link to their recording: shown at the end, and on later visits to the share link.
import { Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PrivateToken } from '#contract/ids.ts';
import type { MyRecording } from '#contract/my-recording.ts';
import { askForRecording } from '#web/entities/my-recording/own-recording.ts';
import {
  forgetPrivateLink,
  privateAddress,
  privateLinksOf,
} from '#web/entities/my-recording/private-links.ts';
import { formatDate, formatDateTime } from '#web/lib/format-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Card } from '#web/ui/surfaces.tsx';

const SEE_OR_WITHDRAW = 'See or withdraw my recording';
const linkStyle =
  'rounded-sm font-semibold text-accent underline underline-offset-4 hover:text-accent-hover';
const DAY_MS = 24 * 3_600_000;

interface PrivateLinkCardProps {
  token: PrivateToken;
  /** Days after which recordings are deleted, or null if they are deleted only by hand. */
  retentionDays: number | null;
}

/** The link opens another tab, because the page may be closed at any moment. */
export function PrivateLinkCard({ token, retentionDays }: PrivateLinkCardProps) {
  const address = privateAddress(token);
  return (
    <Card aria-label="Your private link" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex items-center gap-3">
          <Link2 aria-hidden className="size-5 shrink-0 text-accent" />
          <a href={address} target="_blank" rel="noreferrer" className={linkStyle}>
            {SEE_OR_WITHDRAW}
          </a>
        </p>
        <CopyButton text={address} label="Copy private link" copiedLabel="Link copied" />
      </div>
      <p className="text-muted text-sm">
        {retentionDays === null
          ? 'It works until the recording is deleted.'
          : `It works until the recording is deleted, about ${formatDate(Date.now() + retentionDays * DAY_MS)}.`}{' '}
        Keep it to yourself: everyone who has it can watch and withdraw the recording.
      </p>
    </Card>
  );
}

/** Recordings that were made in this browser, on every page of their share link. */
export function OwnRecordings({ uniqueId }: { uniqueId: string }) {
  const [tokens, setTokens] = useState(() => privateLinksOf(uniqueId));
  return tokens.map((token) => (
    <OwnRecording
      key={token}
      token={token}
      onForget={() => {
        forgetPrivateLink(token);
        setTokens((all) => all.filter((other) => other !== token));
      }}
    />
  ));
}

function OwnRecording({ token, onForget }: { token: PrivateToken; onForget: () => void }) {
  const [recording, setRecording] = useState<MyRecording | null>(null);
  useEffect(() => {
    askForRecording(token)
      .then(setRecording)
      .catch((error: unknown) => console.warn('An earlier recording was not asked for.', error));
  }, [token]);
  // Nothing has arrived; the upload bar above reports the waiting pieces.
  if (recording === null || recording.videoUrl === null) return null;
  return (
    <Alert tone="info" title={`You took part on ${formatDateTime(recording.startedAt)}`}>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <a href={privateAddress(token)} target="_blank" rel="noreferrer" className={linkStyle}>
          {SEE_OR_WITHDRAW}
        </a>
        <Button size="sm" variant="quiet" className="-mx-3" onClick={onForget}>
          Not you? Forget it here
        </Button>
      </div>
    </Alert>
  );
}
