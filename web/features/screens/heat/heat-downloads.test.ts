// CSV of the heat viewer: quoted as in RFC 4180, marked as UTF-8, and safe from formulas.
import { expect, test } from 'vitest';
import { csvOf, hotSpotRows, pixelRows } from './heat-downloads.tsx';

const spot = {
  place: 'layer:1:2',
  layer: 'Buy "now", today',
  box: { x: 10, y: 20.5, width: 80, height: 40 },
  reacts: true,
  leadsTo: { number: 3, name: 'Basket\nand more' },
  people: 14,
  clicks: 21,
};
const none = { places: 0, people: 0, clicks: 0 };

test('commas, quotes and ends of line are quoted, lines end with CR LF', async () => {
  expect(await csvOf(hotSpotRows({ hotSpots: [spot], otherSpots: none }))).toBe(
    '\ufeffplace,people,clicks,reacts,leads to,left,top,width,height\r\n' +
      '"Buy ""now"", today",14,21,yes,"3 · Basket\nand more",10,20.5,80,40',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is no formula', async (layer) => {
  const hotSpots = [{ ...spot, layer, box: null, leadsTo: null, reacts: false }];
  const [, row] = (await csvOf(hotSpotRows({ hotSpots, otherSpots: none }))).split('\r\n');
  expect(row).toMatch(/^"?'/);
});

test('places that are summed up have a row, and pixels have one each', async () => {
  const otherSpots = { places: 7, people: 5, clicks: 9 };
  expect(hotSpotRows({ hotSpots: [spot], otherSpots })[1]).toMatchObject({
    place: '7 other places',
    people: 5,
    clicks: 9,
  });
  expect(await csvOf(pixelRows({ bins: { x: [4, 5], y: [6, 7], weight: [0.25, 2] } }))).toBe(
    '\ufeffx,y,weight\r\n4,6,0.25\r\n5,7,2',
  );
});
