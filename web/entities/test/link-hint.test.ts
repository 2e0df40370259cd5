// What the form says about each kind of link.
import { expect, test } from 'vitest';
import { linkHint } from './link-hint.ts';

const hosts = [
  {
    name: 'Figma',
    webOrigin: 'https://www.figma.com',
    embedOrigin: 'https://embed.figma.com',
    messageOrigin: 'https://www.figma.com',
  },
];
const key = 'a1B2c3D4e5F6g7H8i9J0k1';

test.each([
  [`https://www.figma.com/proto/${key}/Book-a-crossing`, 'good', '(Figma: Book a crossing)'],
  [`https://www.figma.com/proto/${key}`, 'good', '(Figma). You get'],
  ['https://example.org/shop', 'plain', 'A web page.'],
  ['https://www.figma.com/community/file/123', 'caution', 'community page'],
])('%s', (link, tone, text) => {
  expect(linkHint(link, hosts)).toMatchObject({ tone, text: expect.stringContaining(text) });
});

test.each(['', 'figma.com/proto', 'javascript:alert(1)'])('says nothing about %j', (link) => {
  expect(linkHint(link, hosts)).toBeNull();
});
