// Tests of the participant page's embed.
import { describe, expect, it } from 'vitest';
import { embedOf, frameOrigins } from './embed-of.ts';
import type { PrototypeHost } from './prototype-hosts.ts';

const tool: PrototypeHost = {
  name: 'Figma',
  webOrigin: 'https://www.figma.com',
  embedOrigin: 'https://embed.figma.com',
  messageOrigin: 'https://www.figma.com',
  apiOrigin: 'https://api.figma.com',
  clientId: 'ours',
  isSample: false,
};
const KEY = 'AbCdEfGhIjKlMnOpQrStUv';
const show = (link: string, host = tool) =>
  embedOf(link, { hosts: [host], embedHost: 'try.example.org' });

describe('embedOf', () => {
  it('embeds a prototype with our client id and no controls of the tool', () => {
    const embed = show(
      `https://www.figma.com/proto/${KEY}/My-shop?node-id=5-3&starting-point-node-id=1-2&client-id=theirs&scaling=contain&hotspot-hints=1&version-id=77`,
    );
    if (embed.kind !== 'prototype') throw new Error('no prototype');
    const { src, ...rest } = embed;
    expect(rest).toEqual({
      kind: 'prototype',
      origin: 'https://embed.figma.com',
      messageOrigin: 'https://www.figma.com',
      startNodeId: '1:2',
      fileKey: KEY,
    });
    const url = new URL(src);
    expect(url.origin + url.pathname).toBe(`https://embed.figma.com/proto/${KEY}/My-shop`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      'embed-host': 'try.example.org',
      'client-id': 'ours',
      'node-id': '1-2',
      'starting-point-node-id': '1-2',
      'version-id': '77',
      'hide-ui': '1',
      footer: 'false',
      'viewport-controls': 'false',
      'show-proto-sidebar': 'false',
      'hotspot-hints': 'false',
      'device-frame': 'false',
      'disable-default-keyboard-nav': 'true',
      scaling: 'scale-down-width',
      'content-scaling': 'fixed',
    });
  });

  it('names no flow the link does not name, and no client id we do not have', () => {
    const link = `https://www.figma.com/design/${KEY}/x?node-id=5-3`;
    const embed = show(link, { ...tool, clientId: null });
    const query = new URL(embed.kind === 'prototype' ? embed.src : 'about:blank').searchParams;
    expect([query.get('node-id'), query.get('starting-point-node-id')]).toEqual(['5-3', null]);
    expect(query.get('client-id')).toBeNull();
  });

  it.each([
    ['https://www.figma.com/community/file/123/kit', /community/],
    ['https://www.figma.com/files/team/1/x', /team/],
    ['not a link', /cannot be shown/],
    ['https://example.com;sandbox/', /cannot be shown/],
    ['https://example.com,x.y/', /cannot be shown/],
  ])('says why %s is not shown', (link, reason) => {
    const embed = show(link);
    expect(embed).toMatchObject({ kind: 'unsupported' });
    expect(embed.kind === 'unsupported' && embed.reason).toMatch(reason);
    expect(frameOrigins(link, [tool])).toEqual([]);
  });

  it('embeds any other page as it is', () => {
    const src = 'https://example.com/shop?a=1';
    expect(show(src)).toEqual({ kind: 'page', src, origin: 'https://example.com' });
    expect(frameOrigins(src, [tool])).toEqual(['https://example.com']);
  });
});

it('allows both origins a prototype is framed from', () => {
  expect(frameOrigins(`https://figma.com/proto/${KEY}/x`, [tool])).toEqual([
    'https://embed.figma.com',
    'https://www.figma.com',
  ]);
});
