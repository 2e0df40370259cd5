// Downloads of one screen's heat: the picture at its full size, and the numbers as CSV.
import { Download } from 'lucide-react';
import { HeatmapPainter } from '#capture/heatmaps/heatmap-painter.ts';
import type { ScreenHeat } from '#contract/result-screens.ts';
import type { HeatLook } from '#insight/heat-layer.ts';
import type { TintedPlace } from '#insight/tints.ts';
import { type PackedClicks, unpackClicks } from '#web/entities/heat/packed-clicks.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { spotName } from './heat-words.ts';

interface HeatDownloadsProps {
  heat: ScreenHeat;
  clicks: PackedClicks;
  places: readonly TintedPlace[];
  look: HeatLook;
  /** Label of the view, for the files' names: 'Dead clicks'. */
  label: string;
}

export function HeatDownloads({ heat, label, ...layer }: HeatDownloadsProps) {
  const { number, name, image } = heat.screen;
  const saving = useCall(
    async ({ end, make }: { end: string; make: () => Promise<Blob> }) =>
      saveFile(await make(), `${number} ${name}, ${label}${end}`),
    { onFailure: () => toast.error('The file could not be created. Try again.') },
  );
  const csv = async (rows: Parameters<typeof csvOf>[0]) =>
    new Blob([await csvOf(rows)], { type: 'text/csv;charset=utf-8' });
  return (
    <Menu
      trigger={
        <Button
          variant="secondary"
          compact
          busy={saving.isPending}
          icon={<Download aria-hidden className="size-4" />}
        >
          Download
        </Button>
      }
      items={[
        {
          id: 'png',
          label: 'Picture (PNG)',
          disabled: image === null,
          onSelect: () => {
            if (image === null) return;
            saving.mutate({ end: '.png', make: () => pictureOf({ image, ...layer }) });
          },
        },
        {
          id: 'places',
          label: 'Places (CSV)',
          onSelect: () =>
            saving.mutate({ end: ', places.csv', make: () => csv(hotSpotRows(heat)) }),
        },
        {
          id: 'pixels',
          label: 'Clicks by pixel (CSV)',
          onSelect: () => saving.mutate({ end: ', pixels.csv', make: () => csv(pixelRows(heat)) }),
        },
      ]}
    />
  );
}

interface Pictured {
  image: NonNullable<ScreenHeat['screen']['image']>;
  clicks: PackedClicks;
  places: readonly TintedPlace[];
  look: HeatLook;
}

/** Paints the picture at the image's full size. */
async function pictureOf({ image, clicks, places, look }: Pictured): Promise<Blob> {
  const answer = await fetch(image.url);
  if (!answer.ok) throw new Error(`the image was answered with ${answer.status}`);
  const painter = new HeatmapPainter();
  try {
    const { width, height } = image;
    const screen = { screen: { width, height }, image: await answer.blob() };
    return await painter.paint(screen, unpackClicks(clicks), { look, places });
  } finally {
    painter.close();
  }
}

/** Spreadsheets need this mark to read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

type Row = Record<string, string | number>;

/**
 * Returns the viewer's hot spots as rows of a CSV file (RFC 4180). Texts by participants or designs never run as
 * formulas.
 */
export function hotSpotRows({
  hotSpots,
  otherSpots,
}: Pick<ScreenHeat, 'hotSpots' | 'otherSpots'>): Row[] {
  const rows = hotSpots.map((spot) => ({
    place: spotName(spot),
    people: spot.people,
    clicks: spot.clicks,
    reacts: spot.reacts ? 'yes' : 'no',
    'leads to': spot.leadsTo ? `${spot.leadsTo.number} · ${spot.leadsTo.name}` : '',
    left: tenths(spot.box?.x),
    top: tenths(spot.box?.y),
    width: tenths(spot.box?.width),
    height: tenths(spot.box?.height),
  }));
  if (otherSpots.places === 0) return rows;
  const { people, clicks } = otherSpots;
  const empty = { reacts: '', 'leads to': '', left: '', top: '', width: '', height: '' };
  return [...rows, { place: `${otherSpots.places} other places`, people, clicks, ...empty }];
}

/** Rounds to one decimal; empty for a place without a known area. */
function tenths(pixels: number | undefined): number | '' {
  return pixels === undefined ? '' : Math.round(pixels * 10) / 10;
}

/** One row for each pixel of the image with clicks. */
export function pixelRows({ bins: { x, y, weight } }: Pick<ScreenHeat, 'bins'>): Row[] {
  return x.map((column, at) => ({ x: column, y: y[at] ?? 0, weight: weight[at] ?? 0 }));
}

export async function csvOf(rows: readonly Row[]): Promise<string> {
  const { unparse } = await import('papaparse');
  return BYTE_ORDER_MARK + unparse([...rows], { escapeFormulae: true, newline: '\r\n' });
}
