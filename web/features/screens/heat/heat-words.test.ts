// The heat viewer's counts and places in words, and its choices in the address.
import { expect, test } from 'vitest';
import { readHeatChoice, viewOf } from './heat-choice.ts';
import { clicksByPeople, spotEffect, spotName } from './heat-words.ts';

test.each([
  [{ clicks: 33, people: 17 }, 'click', '33 clicks by 17 people'],
  [{ clicks: 1, people: 1 }, 'click', '1 click by 1 person'],
  [{ clicks: 2, people: 1 }, 'first click', '2 first clicks by 1 person'],
  [{ clicks: 0, people: 0 }, 'dead click', '0 dead clicks by 0 people'],
])('%j', (count, noun, text) => {
  expect(clicksByPeople(count, noun)).toBe(text);
});

test('a place has its layer’s name, or where it is', () => {
  const box = { x: 48, y: 96, width: 48, height: 48 };
  expect(spotName({ layer: 'Snake plant', box })).toBe('Snake plant');
  expect(spotName({ layer: null, box })).toBe('Spot at 72, 120');
  expect(spotName({ layer: ' ', box: null })).toBe('Unnamed layer');
});

test('a place leads somewhere, reacts, or does nothing', () => {
  const leadsTo = { number: 3, name: 'Basket' };
  expect(spotEffect({ reacts: true, leadsTo }, undefined)).toBe('3 · Basket');
  expect(spotEffect({ reacts: true, leadsTo: null }, undefined)).toBe('Reacts, stays here');
  expect(spotEffect({ reacts: false, leadsTo: null }, undefined)).toBe('Nothing reacts');
});

test('a region of a picture is the goal or is not, where it has one', () => {
  expect(spotEffect({ reacts: true, leadsTo: null }, 'with_goal')).toBe('Goal');
  expect(spotEffect({ reacts: false, leadsTo: null }, 'with_goal')).toBe('Not the goal');
  expect(spotEffect({ reacts: false, leadsTo: null }, 'without_goal')).toBe('');
});

test.each([
  ['', { view: 'heat', weight: 'person' }],
  ['view=missed&weight=click', { view: 'missed', weight: 'click' }],
  ['view=constructor&weight=1', { view: 'heat', weight: 'person' }],
])('address %s', (address, choice) => {
  expect(readHeatChoice(new URLSearchParams(address))).toEqual(choice);
});

test('numbers keep their own name until those of the chosen view are there', () => {
  expect(viewOf('all', 'clicks')).toBe('clicks');
  expect(viewOf('missed', 'missed')).toBe('missed');
  expect(viewOf('all', 'missed')).toBe('heat');
  expect(viewOf('first', 'heat')).toBe('first');
});
