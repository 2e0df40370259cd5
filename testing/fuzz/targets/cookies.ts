// Cookies as anything: a plain table of texts, and ours among the others is found.
import fastifyCookie from '@fastify/cookie';
import fc from 'fast-check';
import Fastify from 'fastify';
import { fuzzTarget } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

const app = Fastify();
await app.register(fastifyCookie);
await app.ready();

const pieces = [
  ...[
    'tryout-sign-in=',
    '__Host-tryout-sign-in=',
    'XSRF-TOKEN=',
    'admin=true',
    'email=a%40b.c',
    '__proto__=1',
    'constructor=x',
  ],
  ...['; ', ';', '=', '%', '%00', '"', ',', ' ', 'a=b', 'abc123'],
];

export const target = fuzzTarget<{ header: string; token?: string }>({
  name: 'cookies',
  arbitrary: fc.oneof(
    fc.record({ header: textOf(...pieces) }),
    fc
      .tuple(
        fc.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        fc.array(fc.stringMatching(/^[a-z]{1,9}=[a-z%]{0,9}$/)),
      )
      .map(([token, others]) => ({
        header: [...others, `tryout-sign-in=${token}`].join('; '),
        token,
      })),
  ),
  run({ header, token }) {
    const cookies = app.parseCookie(header);
    if (token !== undefined && cookies['tryout-sign-in'] !== token) throw new Error('not found');
    for (const [name, value] of Object.entries(cookies)) {
      if (typeof value !== 'string') throw new Error(`${name} is no text`);
    }
    if (({} as { admin?: string }).admin !== undefined) throw new Error('every object has it now');
  },
  allowedSteps: ({ header }) => 1000 + 10 * header.length,
});
