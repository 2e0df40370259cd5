// Links of every kind, shortened.
import { expect, test } from 'vitest';
import { shortLink } from './test-task.tsx';

test.each([
  [
    'https://www.figma.com/proto/a1B2c3/Little-Fern?node-id=1-2&scaling=min-zoom',
    'figma.com/…/Little-Fern',
  ],
  ['http://127.0.0.1:4505/proto/Plants/Little-Fern', '127.0.0.1:4505/…/Little-Fern'],
  ['https://example.org', 'example.org'],
  ['https://example.org/', 'example.org'],
  ['https://example.org/shop/', 'example.org/shop'],
  ['https://example.org/a/Gr%C3%B6%C3%9Fe%20%F0%9F%9A%80', 'example.org/…/Größe 🚀'],
  ['https://example.org/a/%E0%A4%A', 'example.org/…/%E0%A4%A'],
  ['no link', 'no link'],
])('%s', (link, short) => {
  expect(shortLink(link)).toBe(short);
});
