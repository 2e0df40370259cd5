// In the place of a clip's player: why visitors can't play the clip, and what they can do.
import { VideoOff } from 'lucide-react';

export function ClipRefusal({ sentence }: { sentence: string }) {
  return (
    <div className="grid aspect-video w-full place-content-center justify-items-center gap-2 overflow-y-auto rounded-lg border border-line border-dashed bg-sunken p-4 text-center">
      <VideoOff aria-hidden className="size-5 text-muted" />
      <p className="max-w-[48ch] text-balance text-muted text-sm">{sentence}</p>
    </div>
  );
}
