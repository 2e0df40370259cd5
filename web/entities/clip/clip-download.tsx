// Saves a clip as a file, or a reel as one ZIP. A file begins at a key frame, so its download shows
// how early that is.
import { Download } from 'lucide-react';
import type { Clip } from '#contract/clips.ts';
import type { ReelId } from '#contract/ids.ts';
import { reels } from '#contract/reels.api.ts';
import { secondsText } from '#insight/numbers/words.ts';
import { callAddress } from '#web/lib/call-address.ts';
import { toast } from '#web/lib/toasts.ts';
import { clipAddress, readEarlyMs, useClipRefusal } from './clip-source.ts';

export function ClipDownload({ clip }: { clip: Clip }) {
  if (useClipRefusal(clip) !== null) return null;
  return (
    <DownloadLink
      href={fileAddress(clip)}
      label="Download the clip"
      onFollow={() => sayHowEarlyOf(clip)}
    />
  );
}

const fileAddress = (clip: Clip) => `${clipAddress(clip)}?download=1`;

/** For a menu. */
export function downloadClip(clip: Clip): void {
  Object.assign(document.createElement('a'), { href: fileAddress(clip), download: '' }).click();
  sayHowEarlyOf(clip);
}

function sayHowEarlyOf(clip: Clip): void {
  void sayHowEarly(
    clipAddress(clip),
    (early) =>
      `The picture starts ${early} early, at the previous key frame. The sound starts with the clip.`,
  );
}

export function ReelDownload({ id }: { id: ReelId }) {
  const address = callAddress(reels.download, { params: { reelId: id } });
  return (
    <DownloadLink
      href={address}
      label="Download the reel as ZIP"
      onFollow={() =>
        void sayHowEarly(
          address,
          (early) =>
            `The picture of each file starts at the key frame before its clip, at most ${early} early. The sound starts with the clip.`,
        )
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

/** @param words with the time of this file, or the longest of these files */
async function sayHowEarly(address: string, words: (early: string) => string): Promise<void> {
  const earlyMs = await readEarlyMs(address);
  if (earlyMs >= TOLD_MS) toast.success(words(secondsText(earlyMs)));
}
