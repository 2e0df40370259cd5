// The public description of a design tool, by the configuration.
import { expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { describedHost, prototypeHosts } from './prototype-hosts.ts';

const id = { FIGMA_CLIENT_ID: 'secret-client-id' };
const token = { FIGMA_TOKEN: 'secret-token' };

it.each<[Record<string, string>, boolean, boolean[]]>([
  [{}, false, [false, false]],
  [{}, true, [false, true]],
  [id, false, [true, false]],
  [id, true, [true, true]],
  [token, false, [false, true]],
  [{ ...id, ...token }, false, [true, true]],
  [{ ...id, ...token, FIGMA_TOKEN_DOMAINS: 'acme.com' }, false, [true, false]],
])('with %j and a browser: %s, clicks and pictures are %j', (env, canScreenshot, expected) => {
  const { figma } = readConfig(env);
  const [tool, sample] = prototypeHosts(figma, 'http://127.0.0.1:23000').map((host) =>
    describedHost(host, { figma, canScreenshot }),
  );
  expect([tool?.clicks, tool?.pictures]).toEqual(expected);
  expect(sample).toMatchObject({ clicks: true, pictures: true });
  expect(JSON.stringify([tool, sample])).not.toContain('secret');
});
