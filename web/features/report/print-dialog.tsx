// Prints the report as pages or slides. Names of participants are hidden and clips have links unless the person chooses
// otherwise.
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Report } from '#contract/findings.ts';
import type { ClipId, TestId } from '#contract/ids.ts';
import { viewLinks } from '#contract/view-links.api.ts';
import type { ViewLink } from '#contract/view-links.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import {
  type ClipLink,
  type ClipLinks,
  clipElementId,
  clipLink,
} from '#web/entities/finding/clip-link.ts';
import { clipsOf } from '#web/entities/finding/play-clips.tsx';
import { testViewLinksQuery } from '#web/entities/view-link/view-link.query.ts';
import { call } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { isLocalAddress } from '#web/lib/local-address.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Switch } from '#web/ui/switch.tsx';

/** The look of the report while it is printed. */
export interface Print {
  format: 'pages' | 'slides';
  withNames: boolean;
  links: ClipLinks;
}

/** The print under way, or null. The browser's own print command prints pages without names and links. */
export function usePrint(): [Print | null, (print: Print) => void] {
  const [current, setCurrent] = useState<Print | null>(null);
  useEffect(() => {
    if (current === null) return;
    const end = () => setCurrent(null);
    addEventListener('afterprint', end);
    print();
    return () => removeEventListener('afterprint', end);
  }, [current]);
  return [current, setCurrent];
}

const formats = [
  { id: 'pages', label: 'Pages' },
  { id: 'slides', label: 'Slides, 16:9' },
] as const;

interface PrintButtonProps {
  testId: TestId;
  report: Report;
  onPrint: (print: Print) => void;
}

export function PrintButton(props: PrintButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        icon={<Printer aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Print
      </Button>
      {isOpen && <PrintDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function PrintDialog({
  testId,
  report,
  onPrint,
  onClose,
}: PrintButtonProps & { onClose: () => void }) {
  const [format, setFormat] = useState<Print['format']>('pages');
  const [withNames, setWithNames] = useState(false);
  const [withLinks, setWithLinks] = useState(true);
  const clips = [...clipsOf(report).keys()];
  const mayShare = useMayChange();
  const { data } = useQuery({ ...testViewLinksQuery(testId), enabled: mayShare });
  const usable = (data ?? []).filter((link) => isUsable(link, clips));
  const preparing = useCall(() => linksOf(clips, withLinks ? usable : []), {
    failed: 'The links were not added. Try again, or print without them.',
    onSuccess: (links) => {
      onClose();
      onPrint({ format, withNames, links });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Print report"
      description="Choose ‘Save as PDF’ in the next window to get a file."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={preparing.isPending} onClick={() => preparing.mutate()}>
            Print
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <ChoiceGroup label="Format" choices={formats} value={format} onChange={setFormat} />
        <Switch
          label="Show names"
          hint="Off: people appear as ‘Participant 12’. Texts of members may contain names."
          checked={withNames}
          onChange={({ target }) => setWithNames(target.checked)}
        />
        {clips.length > 0 && (
          <Switch
            label="Links to clips"
            hint={linksHint(usable)}
            disabled={usable.length === 0}
            checked={withLinks && usable.length > 0}
            onChange={({ target }) => setWithLinks(target.checked)}
          />
        )}
        {preparing.failure && <Alert tone="danger">{preparing.failure}</Alert>}
      </div>
    </Dialog>
  );
}

/** Returns whether the link is open and shows the report or one of its clips. */
function isUsable({ thing, state, canCopy }: ViewLink, clips: readonly ClipId[]): boolean {
  if (state !== 'open' || !canCopy) return false;
  return thing?.kind === 'report' || (thing?.kind === 'clip' && clips.includes(thing.clipId));
}

function linksHint(links: readonly ViewLink[]): string {
  if (links.length === 0) return 'Share the report first: its link shows the clips.';
  const ends = links.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
  const last = ends.toSorted().at(-1);
  const until = ends.length < links.length || !last ? '' : ` until ${formatDate(last)}`;
  return `Anyone who has the print can open the shared link${until}.`;
}

/** Returns the link of each clip: that of the report, else its own. Links that only this computer opens are left out. */
async function linksOf(clips: readonly ClipId[], usable: readonly ViewLink[]): Promise<ClipLinks> {
  const addressOf = async (link: ViewLink | undefined) => {
    if (!link) return null;
    const { url } = await call(viewLinks.address, { params: { viewLinkId: link._id } });
    return isLocalAddress(url) ? null : url;
  };
  const ofReport = await addressOf(usable.find(({ thing }) => thing?.kind === 'report'));
  const links = new Map<ClipId, ClipLink>();
  for (const id of clips) {
    const own = usable.find(({ thing }) => thing?.kind === 'clip' && thing.clipId === id);
    const address = ofReport === null ? await addressOf(own) : `${ofReport}#${clipElementId(id)}`;
    if (address !== null) links.set(id, await clipLink(address));
  }
  return links;
}
