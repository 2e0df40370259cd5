// The transcript's downloads; not for visitors of a link without them.
import { Download } from 'lucide-react';
import { transcripts } from '#contract/transcripts.api.ts';
import type { SpokenSession } from '#web/entities/transcript/transcript.query.ts';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { callAddress } from '#web/lib/call-address.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';

const files = [
  { format: 'vtt', label: 'WebVTT, for players' },
  { format: 'srt', label: 'SubRip (SRT)' },
  { format: 'txt', label: 'Plain text' },
] as const;

export function TranscriptFiles({ of: { sessionId } }: { of: SpokenSession }) {
  if (useViewing()?.withDownloads === false) return null;
  return (
    <Menu
      trigger={
        <IconButton
          label="Download the transcript"
          icon={<Download aria-hidden className="size-5" />}
        />
      }
      items={files.map(({ format, label }) => ({
        ...{ id: format, label },
        onSelect: () => {
          const params = { sessionId, format };
          // An attachment: the page stays.
          location.assign(callAddress(transcripts.file, { params, query: { download: '1' } }));
        },
      }))}
    />
  );
}
