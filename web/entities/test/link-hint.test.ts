// Hint for each kind of link, by the recordings that this installation can make of it.
import { expect, test } from 'vitest';
import type { DesignTokenState } from '#contract/design-token.ts';
import type { DescribedHost } from '#contract/prototypes.ts';
import { linkHint, withToken } from './link-hint.ts';

const figma: DescribedHost = {
  name: 'Figma',
  webOrigin: 'https://www.figma.com',
  embedOrigin: 'https://embed.figma.com',
  messageOrigin: 'https://www.figma.com',
  clicks: true,
  pictures: true,
};
const prototype = 'https://www.figma.com/proto/a1B2c3D4e5F6g7H8i9J0k1/Book-a-crossing';

test.each([
  [
    { clicks: true, pictures: true },
    'good',
    'Figma: screen, voice and clicks are recorded, with heatmaps.',
  ],
  [
    { clicks: true, pictures: false },
    'caution',
    'without heatmaps. They need an access token: Settings, Design tool.',
  ],
  [{ clicks: false, pictures: true }, 'caution', 'They need a client id on this server.'],
  [
    { clicks: false, pictures: false },
    'caution',
    'They need a client id on this server and an access token.',
  ],
])('a prototype of a host with %j', (had, tone, text) => {
  expect(linkHint(prototype, [{ ...figma, ...had }])).toMatchObject({
    tone,
    text: expect.stringContaining(text),
  });
});

test.each([
  ['https://example.org/shop', 'plain', 'Web page: screen and voice are recorded'],
  ['https://www.figma.com/community/file/123', 'caution', 'community page'],
])('%s', (link, tone, text) => {
  expect(linkHint(link, [figma])).toMatchObject({ tone, text: expect.stringContaining(text) });
});

test.each(['', 'figma.com/proto', 'javascript:alert(1)'])('says nothing about %j', (link) => {
  expect(linkHint(link, [figma])).toBeNull();
});

const token: DesignTokenState = { tool: 'Figma', own: null, otherwise: 'none' };
const own = {
  setAt: '2026-11-22T05:00:00.000Z',
  setBy: null,
  readable: true,
  check: 'works',
} as const;

test.each<[string, DesignTokenState | undefined, boolean]>([
  ['not known', undefined, true],
  ['none, and FIGMA_TOKEN serves other workspaces', token, false],
  ['none, and FIGMA_TOKEN serves it', { ...token, otherwise: 'installation' }, true],
  ['its own', { ...token, own }, true],
  ['one that can’t be read any more', { ...token, own: { ...own, readable: false } }, false],
  ['one of another tool', { ...token, tool: 'Another' }, true],
])('pictures in a workspace whose token is %s', (_, state, pictures) => {
  expect(withToken(figma, state).pictures).toBe(pictures);
});
