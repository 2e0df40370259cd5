// Columns of clicks.csv: the layer that is named, and what was hit inside it.
import { expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { clickColumns } from './event-tables.ts';
import type { NamedClick } from './screen-names.ts';

const click: NamedClick = {
  sessionId: 'session' as SessionId,
  number: 12,
  step: 1,
  seq: 3,
  atMs: 900,
  screenId: '1:2',
  x: 10,
  y: 20,
  unplaced: null,
  reacted: false,
  place: 'layer:1:20',
  targetId: '1:25',
  ledTo: null,
  isFirst: true,
  layer: 'Snake plant',
};

function cellsOf(change: Partial<NamedClick>) {
  const columns = clickColumns({ ofSession: () => undefined });
  const row = { ...click, ...change };
  return Object.fromEntries(columns.map(({ name, value }) => [name, value(row)]));
}

it('layer_id is the id of the named layer, and a part of it that was hit has its own column', () => {
  expect(cellsOf({})).toMatchObject({
    layer: 'Snake plant',
    layer_id: '1:20',
    hit_layer_id: '1:25',
  });
});

it.each(['cell:1,2', null])('a press at %s has no layer, but what was hit', (place) => {
  expect(cellsOf({ place, layer: null })).toMatchObject({
    layer: null,
    layer_id: null,
    hit_layer_id: '1:25',
  });
});
