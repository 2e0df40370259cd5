// Limits of a design tool's answers, at a tool that never ends them, sends more and more, or nests too deep. Each answer
// would be accepted without its limit.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { checkDesignTool, downloadImage, readDesignTool } from './design-tool.client.ts';
import { grantAccess, type ToolAccess } from './tool-access.ts';

let tool: Server;
let access: ToolAccess;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  tool = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(tool.address() as AddressInfo).port}`;
  const origins = {
    webOrigin: origin,
    embedOrigin: origin,
    messageOrigin: origin,
    apiOrigin: origin,
  };
  const host = { name: 'Tool', ...origins, clientId: 'x', isSample: false };
  access = grantAccess({ host, token: 'x', account: 'a workspace' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  tool.closeAllConnections();
  tool.close();
});

const named = z.object({ name: z.string() });
const calls: Record<string, () => Promise<unknown>> = {
  answer: () => readDesignTool(access, '/v1/files/x', named),
  check: () => checkDesignTool(access, '/v1/me'),
  image: () => downloadImage(access.host, `${access.host.apiOrigin}/x.png`),
};

describe.each(Object.entries(calls))('%s', (name, call) => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['a head that does not come', () => undefined],
    ['a body that does not end', (response) => response.write('{"name":')],
  ])('has a time limit: %s', async (_, begin) => {
    const { timeout } = AbortSignal;
    // The limit itself is minutes.
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
    answer = begin;
    await expect(call()).rejects.toThrow('The design tool does not answer');
    // A person waits for a check in front of a form.
    expect(limit.mock.calls).toEqual([[name === 'check' ? 15_000 : 70_000]]);
  });

  it('has a limit of bytes', async () => {
    const mebibyte = Buffer.alloc(1024 ** 2, ' ');
    let sent = 0;
    answer = (response) => {
      const spaces = Readable.from(
        (function* () {
          yield '{"name":"x"}';
          for (sent = 0; sent < 150; sent += 1) yield mebibyte;
        })(),
      );
      spaces.on('error', () => undefined).pipe(response);
    };
    await expect(call()).rejects.toThrow('The design tool’s answer is over');
    expect(sent).toBeLessThan(100);
  });
});

describe.each([
  ['levels', '['.repeat(600) + ']'.repeat(600)],
  ['values', `[${'1,'.repeat(4_000_000)}1]`],
])('too many %s', (_, excess) => {
  const sendUnused = (value: string) => {
    answer = (response) => response.end(`{"name":"x","unused":${value}}`);
  };

  it('are not parsed in an answer', async () => {
    sendUnused('[[1],[2]]');
    expect(await calls.answer?.()).toEqual({ name: 'x' });
    sendUnused(excess);
    await expect(calls.answer?.()).rejects.toThrow('sent an answer that could not be read');
  });

  it('are not parsed in a check', async () => {
    sendUnused('[[1],[2]]');
    expect(await calls.check?.()).toMatchObject({ status: 200, body: { name: 'x' } });
    sendUnused(excess);
    expect(await calls.check?.()).toEqual({ status: 200, body: undefined });
  });
});
