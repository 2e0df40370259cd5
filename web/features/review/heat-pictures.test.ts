// Heatmaps of a recording and the sources of their pictures.
import { expect, test } from 'vitest';
import { heatPicturesOf, pictureName, screensWithoutImage } from './heat-pictures.ts';

const click = (screenId: string, x: number | null = 5) => ({
  atMs: 1,
  screenId,
  handled: true,
  layer: null,
  x,
  y: x,
});
const screen = (screenId: string) => ({
  screenId,
  imageUrl: `/${screenId}`,
  approximate: false,
  width: 9,
  height: 9,
});
const visit = (screenId: string) => ({ screenId, fromMs: 0, toMs: null });

const named = (screenId: string, number: number, name: string) => ({
  ...{ screenId, number, name, image: null },
  ...{ isRenamed: false, isGoal: false, isInDesign: true },
});

const recording = {
  visits: [visit('1:1'), visit('1:2'), visit('1:3')],
  clickList: [click('1:3'), click('1:2'), click('1:2', null)],
  screens: [screen('1:1'), screen('1:2')],
  namedScreens: [named('1:1', 1, 'Home'), named('1:2', 4, 'Basket'), named('1:3', 7, 'Screen 7')],
};

test('screens with clicks, in the order they were seen, painted or stored', () => {
  const pictures = heatPicturesOf(recording, ['/api/recordings/x/heatmaps/1%3A3']);
  expect(pictures.map((picture) => [picture.screenId, pictureName(picture)])).toEqual([
    ['1:2', '4 · Basket'],
    ['1:3', 'Screen 7'],
  ]);
  expect(pictures[0]).toMatchObject({ screen: { imageUrl: '/1:2' }, storedUrl: null });
  expect(pictures[1]).toMatchObject({
    screen: null,
    storedUrl: '/api/recordings/x/heatmaps/1%3A3',
  });
});

test('screens with clicks that have no image, each once', () => {
  const clickList = [...recording.clickList, click('1:3'), click('1:4')];
  expect(screensWithoutImage({ ...recording, clickList })).toEqual(['1:3', '1:4']);
});

test('a click without a place counts, but is on no picture', () => {
  const [picture] = heatPicturesOf(recording, []);
  expect(picture?.clicks).toHaveLength(2);
  expect(picture?.spotted).toHaveLength(1);
});

test('a screen with neither image nor stored picture has no heatmap', () => {
  expect(heatPicturesOf(recording, []).map(({ screenId }) => screenId)).toEqual(['1:2']);
});

test('stored pictures are shown although no click is known', () => {
  const pictures = heatPicturesOf({ ...recording, visits: [], clickList: [], screens: [] }, [
    '/a/9%3A9',
    '/a/%',
  ]);
  expect(pictures.map((picture) => [picture.screenId, pictureName(picture)])).toEqual([
    ['9:9', 'Another screen'],
    ['%', 'Another screen'],
  ]);
});
