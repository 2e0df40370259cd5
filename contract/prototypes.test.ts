// Table tests of links: every kind people paste.
import { describe, expect, it } from 'vitest';
import { linkNodeId, parseLink, pastedAddress } from './prototypes.ts';

const tool = {
  name: 'Figma',
  webOrigin: 'https://www.figma.com',
  embedOrigin: 'https://embed.figma.com',
  messageOrigin: 'https://www.figma.com',
};
const sampleOrigin = 'http://127.0.0.1:4100';
const sample = {
  name: 'Sample',
  webOrigin: sampleOrigin,
  embedOrigin: sampleOrigin,
  messageOrigin: sampleOrigin,
};
const hosts = [tool, sample];
const KEY = 'AbCdEfGhIjKlMnOpQrStUv';
const BRANCH = 'ZyXwVuTsRqPoNmLkJiHgFe';
const www = 'https://www.figma.com';

describe('parseLink', () => {
  const prototypes: [string, string, Record<string, unknown>][] = [
    ['a plain link', `${www}/proto/${KEY}/My-shop`, { title: 'My shop' }],
    ['without title', `${www}/proto/${KEY}?node-id=5-3`, { startNodeId: '5:3', flowNodeId: null }],
    ['bare host', `https://figma.com/proto/${KEY}/a`, {}],
    ['http', `http://www.figma.com/proto/${KEY}/a`, {}],
    ['embed host', `https://embed.figma.com/proto/${KEY}/a?embed-host=x&client-id=theirs`, {}],
    ['a design link', `${www}/design/${KEY}/a?node-id=5%3A3`, { startNodeId: '5:3' }],
    ['an old file link', `${www}/file/${KEY}/a?node-id=5:3`, { startNodeId: '5:3' }],
    [
      'starting point before node',
      `${www}/proto/${KEY}/a?node-id=5-3&starting-point-node-id=1%3A2`,
      { startNodeId: '1:2', flowNodeId: '1:2' },
    ],
    ['an impossible node id', `${www}/proto/${KEY}/a?node-id=%3Cscript%3E`, { startNodeId: null }],
    ['a branch', `${www}/proto/${KEY}/branch/${BRANCH}/a`, { fileKey: BRANCH, title: 'a' }],
    ['a pinned version', `${www}/proto/${KEY}/a?version-id=77`, { versionId: '77' }],
    ['a broken title', `${www}/proto/${KEY}/50%25-%E0%A4%A`, { title: null }],
    [
      'the older embed form',
      `${www}/embed?embed_host=share&url=${encodeURIComponent(`${www}/proto/${KEY}/a?node-id=5-3`)}`,
      { startNodeId: '5:3' },
    ],
    [
      'a pasted iframe',
      `<iframe style="border: 1px solid" width="800" src="https://embed.figma.com/proto/${KEY}/a?node-id=5-3&amp;embed-host=share" allowfullscreen></iframe>`,
      { startNodeId: '5:3' },
    ],
    ['spaces around', `  ${www}/proto/${KEY}/a\n`, {}],
  ];
  it.each(prototypes)('prototype: %s', (_, text, expected) => {
    expect(parseLink(text, hosts)).toMatchObject({
      kind: 'prototype',
      host: tool,
      fileKey: KEY,
      ...expected,
    });
  });

  it('knows each configured host', () => {
    const link = `${sampleOrigin}/proto/${KEY}/Shop?node-id=1-2`;
    expect(parseLink(link, hosts)).toMatchObject({ kind: 'prototype', host: sample });
    expect(parseLink(link, [tool])).toMatchObject({ kind: 'page', origin: sampleOrigin });
  });

  it.each([
    [`${www}/community/file/1234567890/kit`, 'community'],
    [`${www}/team_invite/redeem/abc`, 'team'],
    [`${www}/files/team/123/x`, 'team'],
    [`${www}/files/project/123/x`, 'team'],
    [`${www}/board/${KEY}/a`, 'not_a_prototype'],
    [`${www}/slides/${KEY}/a`, 'not_a_prototype'],
    [`${www}/deck/${KEY}/a`, 'not_a_prototype'],
    [`${www}/make/${KEY}/a`, 'not_a_prototype'],
    [`${www}/site/${KEY}/a`, 'not_a_prototype'],
    [`${www}/buzz/${KEY}/a`, 'not_a_prototype'],
    [`${www}/proto/${'a'.repeat(129)}/a`, 'no_file'],
    [`${www}/proto/${KEY.slice(1)}-/a`, 'no_file'],
    [`${www}/proto`, 'no_file'],
    [www, 'no_file'],
    [`${www}/embed?url=${encodeURIComponent('https://example.com/x')}`, 'no_file'],
  ])('refused: %s', (text, reason) => {
    expect(parseLink(text, hosts)).toEqual({ kind: 'refused', host: tool, reason });
  });

  it.each([
    [`https://evilfigma.com/proto/${KEY}/a`],
    [`https://figmaXcom/proto/${KEY}/a`],
    [`https://www.figma.com.evil.example/proto/${KEY}/a`],
    [`https://www.figma.com:8443/proto/${KEY}/a`],
    ['https://example.com/shop?a=1#top'],
  ])('another page: %s', (text) => {
    expect(parseLink(text, hosts)).toMatchObject({ kind: 'page', url: new URL(text).href });
  });

  it.each([
    ['', 'empty'],
    ['figma.com/proto/x', 'no scheme'],
    ['javascript:alert(1)//https://www.figma.com', 'a script'],
    ['https://', 'nothing behind the scheme'],
    ['ftp://example.com/x', 'another scheme'],
    [`https://user:secret@www.figma.com/proto/${KEY}/a`, 'a password'],
  ])('invalid: %s (%s)', (text) => {
    expect(parseLink(text, hosts)).toEqual({ kind: 'invalid' });
  });
});

it('reads the address out of an iframe and leaves an address alone', () => {
  expect(pastedAddress("<IFRAME src='https://a.b/?x=1&amp;y=2'>")).toBe('https://a.b/?x=1&y=2');
  expect(pastedAddress(' https://a.b/ ')).toBe('https://a.b/');
});

it('writes node ids as links do', () => {
  expect(linkNodeId('12:34')).toBe('12-34');
});
