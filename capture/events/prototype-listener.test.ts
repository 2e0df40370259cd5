// Table test: whose messages count.
import { expect, it } from 'vitest';
import { isFrom } from './prototype-listener.ts';

// Stand-ins by identity only: isFrom compares, it never calls them.
const frame = {} as Window;
const other = {} as Window;
const source = { messageOrigin: 'https://www.figma.com', frame: () => frame };

it.each([
  ['the own frame and its origin', { origin: 'https://www.figma.com', source: frame }, true],
  ['another frame of the origin', { origin: 'https://www.figma.com', source: other }, false],
  ['the own frame gone elsewhere', { origin: 'https://evil.example', source: frame }, false],
  ['no source', { origin: 'https://www.figma.com', source: null }, false],
])('%s', (_, event, expected) => {
  expect(isFrom(source, event)).toBe(expected);
});

it('hears nothing while there is no frame', () => {
  const none = { ...source, frame: () => null };
  expect(isFrom(none, { origin: 'https://www.figma.com', source: null })).toBe(false);
});
