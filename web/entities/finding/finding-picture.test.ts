// A finding's picture is there with an image alone, and says what it shows.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { FindingPicture } from '#contract/findings.ts';
import { FindingPictureView } from './finding-picture.tsx';

const image = { url: '/image', width: 400, height: 800, approximate: false };
const screen = { number: 2, name: 'Basket', image } as FindingPicture['screen'];
const area = { x: 10, y: 20, width: 30, height: 40 };
const render = (picture: FindingPicture) =>
  renderToStaticMarkup(createElement(FindingPictureView, { picture }));

it('a screen without an image has no picture', () => {
  expect(render({ screen: { ...screen, image: null }, area })).toBe('');
});

it('a screen is shown whole, a place on it with its mark', () => {
  expect(render({ screen, area: null })).toContain('href="/image"');
  expect(render({ screen, area: null })).not.toContain('<rect');
  const marked = render({ screen, area });
  expect(marked).toContain('with the place marked');
  expect(marked).toContain('<rect x="10" y="20" width="30" height="40"');
});
