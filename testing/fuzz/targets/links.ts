// Pasted links: the embedded page comes from the link's origin, and no policy gains a directive.
import fc from 'fast-check';
import { parseLink, pastedAddress } from '#contract/prototypes.ts';
import { embedOf, frameOrigins } from '#server/prototypes/embed-of.ts';
import type { PrototypeHost } from '#server/prototypes/prototype-hosts.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

const host: PrototypeHost = {
  name: 'Tool',
  webOrigin: 'https://www.tool.example',
  embedOrigin: 'https://embed.tool.example',
  messageOrigin: 'https://www.tool.example',
  apiOrigin: 'https://api.tool.example',
  clientId: 'client',
  isSample: false,
};

const pieces = [
  ...[
    'https://www.tool.example',
    'https://embed.tool.example',
    'http://',
    'https://a.b',
    'javascript:',
  ],
  ...[
    '/proto',
    '/design',
    '/file',
    '/branch',
    '/community',
    '/team_invite',
    '/embed?url=',
    '/',
    '//',
  ],
  ...[
    '/AbCdEfGh12',
    '?node-id=1-2',
    '&starting-point-node-id=I1:2;3:4',
    '&version-id=',
    '#',
    '@',
    ':443',
  ],
  ...[
    '<iframe src="',
    "<iframe class='x' src='",
    '">',
    "'>",
    '<iframe ',
    '&amp;',
    '%',
    '%2F',
    ' ',
    '\n',
  ],
];

/** An origin in a `frame-src`: a blank, a comma or a semicolon would begin something else. */
const ORIGIN = /^https?:\/\/[^\s,;'"]+$/;

export const target = fuzzTarget<string>({
  name: 'links',
  arbitrary: fc.oneof(
    textOf(...pieces),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
  ),
  run(text) {
    pastedAddress(text);
    const link = parseLink(text, [host]);
    const embed = embedOf(text, { hosts: [host], embedHost: 'tryout.example' });
    if (embed.kind === 'prototype' && embed.origin !== host.embedOrigin) {
      throw new Error(`${embed.src} is no embed of the host`);
    }
    if (link.kind === 'prototype' && embed.kind !== 'prototype') throw new Error(embed.kind);
    for (const origin of frameOrigins(text, [host])) {
      if (!ORIGIN.test(origin)) throw new Error(`${origin} is no origin`);
    }
  },
  allowedSteps: (text) => 2000 + 10 * text.length,
});
