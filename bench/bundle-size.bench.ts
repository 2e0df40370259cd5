// Script and style, compressed by gzip, that must arrive before the first screen is usable.
import { firstScreens, type Journey, type Load, loadOf, loadOfAll } from './bundle-size.ts';
import { lessIsBetter, type Row } from './rows.ts';

export async function run(): Promise<Row[]> {
  const all = await loadOfAll();
  const row = async (journey: Journey, aim: string) =>
    sizeRow(journey, await loadOf(journey), { all, aim });
  const limits = Object.entries(firstScreens) as [Journey, number][];
  return [
    ...(await Promise.all(limits.map(([journey, max]) => row(journey, `under ${max / 1000} kB`)))),
    await row('a participant, whole run', '–'),
  ];
}

function sizeRow(journey: Journey, load: Load, { all, aim }: { all: Load; aim: string }): Row {
  return lessIsBetter({
    name: `script and style for ${journey}, against all of the app's`,
    ours: load.gzipBytes / 1000,
    peer: all.gzipBytes / 1000,
    unit: 'kB',
    aim,
  });
}
