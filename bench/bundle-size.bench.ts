// JavaScript, compressed by gzip, that must arrive before the first screen is usable.
import {
  type Journey,
  type Load,
  loadOf,
  loadOfAll,
  PARTICIPANT_MAX_BYTES,
} from './bundle-size.ts';
import { lessIsBetter, type Row } from './rows.ts';

export async function run(): Promise<Row[]> {
  const all = await loadOfAll();
  const row = async (journey: Journey, aim: string) =>
    sizeRow(journey, await loadOf(journey), { all, aim });
  return [
    await row('a participant, first screen', `under ${PARTICIPANT_MAX_BYTES / 1000} kB`),
    await row('a participant, whole run', '–'),
    await row('the landing page', '–'),
    await row('a creator, dashboard', '–'),
  ];
}

function sizeRow(journey: Journey, load: Load, { all, aim }: { all: Load; aim: string }): Row {
  return lessIsBetter({
    name: `JavaScript for ${journey}, against all of the app's`,
    ours: load.gzipBytes / 1000,
    peer: all.gzipBytes / 1000,
    unit: 'kB',
    aim,
  });
}
