// Saves a clip as a file, or a reel as one ZIP. A file begins at a key frame: its download says how early that is.
import { Download } from 'lucide-react';
import { clips } from '#contract/clips.api.ts';
import { CLIP_EARLY_HEADER, type Clip } from '#contract/clips.ts';
import { addressOf } from '#contract/endpoint.ts';
import type { ReelId } from '#contract/ids.ts';
import { reels } from '#contract/reels.api.ts';
import { formatSeconds } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';

export function ClipDownload({ clip }: { clip: Pick<Clip, 'id'> }) {
  const address = addressOf(clips.video, { params: { clipId: clip.id } });
  return (
    <DownloadLink
      href={`${address}?download=1`}
      label="Download the clip"
      onFollow={() => void sayHowEarly(address)}
    />
  );
}

export function ReelDownload({ id }: { id: ReelId }) {
  return (
    <DownloadLink
      href={addressOf(reels.download, { params: { reelId: id } })}
      label="Download the reel as ZIP"
      onFollow={() =>
        toast.success('Each file begins at the key frame before its clip, up to 2 s early.')
      }
    />
  );
}

function DownloadLink(props: { href: string; label: string; onFollow: () => void }) {
  const { href, label, onFollow } = props;
  return (
    <a
      href={href}
      download
      aria-label={label}
      title={label}
      onClick={onFollow}
      className="grid size-control shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text"
    >
      <Download aria-hidden className="size-4" />
    </a>
  );
}

/** Less is a frame or two. */
const TOLD_MS = 50;

async function sayHowEarly(address: string): Promise<void> {
  const { headers } = await fetch(address, { method: 'HEAD', credentials: 'same-origin' });
  const earlyMs = Number(headers.get(CLIP_EARLY_HEADER));
  if (earlyMs < TOLD_MS) return;
  const early = formatSeconds(earlyMs);
  toast.success(`The file begins ${early} before the clip, at the key frame before it.`);
}
