// Answers of an issuer that are too much to parse are refused, others are passed on.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchFromIssuer } from './issuer-fetch.ts';

let server: Server;
let address: string;
let answer: { status: number; body: string };

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const options = { method: 'GET', body: null, headers: {}, redirect: 'manual' } as const;

it.each([
  [200, '{"keys":[]}'],
  [401, '{"error":"invalid_client"}'],
  [304, ''],
])('passes on %i %s', async (status, body) => {
  answer = { status, body };
  const passed = await fetchFromIssuer(address, options);
  expect([passed.status, await passed.text()]).toEqual([status, body]);
  expect(passed.headers.get('content-type')).toBe('application/json');
});

it.each([
  ['nested brackets', '['.repeat(100_000)],
  ['too many values', `[${'1,'.repeat(20_000)}1]`],
  ['too many bytes', `"${'a'.repeat(1024 * 1024)}"`],
])('refuses %s', async (_, body) => {
  answer = { status: 200, body };
  await expect(fetchFromIssuer(address, options)).rejects.toThrow('more than an issuer does');
});
