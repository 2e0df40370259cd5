// Removing many objects, by one request or one by one as the service supports it, and listing many folders.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeleteObjectsCommand, ListObjectsV2Command, S3ServiceException } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { type Bucket, LISTED_AT_ONCE, listBelow, openBucket, removeObjects } from './s3-bucket.ts';

/** Returns a bucket whose service answers by a function, and the size of each request. */
function bucketThat(answer: (isMany: boolean) => object): { bucket: Bucket; requests: number[] } {
  const bucket = openBucket({
    bucket: 'b',
    endpoint: 'http://127.0.0.1:1',
    region: 'r',
    accessKeyId: 'a',
    secretAccessKey: 's',
  });
  const requests: number[] = [];
  bucket.client.send = async (command: object) => {
    const isMany = command instanceof DeleteObjectsCommand;
    requests.push(isMany ? (command.input.Delete?.Objects?.length ?? 0) : 1);
    return answer(isMany);
  };
  return { bucket, requests };
}

const names = Array.from({ length: 2300 }, (_, n) => `recordings/${n}`);

function refusal(status: number): S3ServiceException {
  const $metadata = { httpStatusCode: status };
  return new S3ServiceException({ name: 'Refused', $fault: 'client', $metadata });
}

it('takes a thousand to a request', async () => {
  const { bucket, requests } = bucketThat(() => ({}));
  await removeObjects(bucket, names);
  expect(requests).toEqual([1000, 1000, 300]);
});

it.each([400, 405, 501])('goes one by one from then on when the answer is %i', async (status) => {
  const { bucket, requests } = bucketThat((isMany) => {
    if (isMany) throw refusal(status);
    return {};
  });
  await removeObjects(bucket, names.slice(0, 5));
  await removeObjects(bucket, names.slice(0, 5));
  expect(requests).toEqual([5, ...Array.from({ length: 10 }, () => 1)]);
});

it('fails when the service is short, or kept one of them: its job comes again', async () => {
  const short = bucketThat(() => {
    throw refusal(503);
  });
  await expect(removeObjects(short.bucket, names)).rejects.toBeInstanceOf(S3ServiceException);
  expect(short.requests).toEqual([1000]);
  const failing = bucketThat(() => ({ Errors: [{ Key: 'recordings/7', Code: 'SlowDown' }] }));
  await expect(removeObjects(failing.bucket, names)).rejects.toThrow('recordings/7');
});

/** Lists folders of a bucket with these names, and counts the requests. */
async function listed(stored: readonly string[], folders: readonly string[]) {
  const sorted = stored.toSorted();
  const { bucket } = bucketThat(() => ({}));
  let requests = 0;
  bucket.client.send = async (command: object) => {
    if (!(command instanceof ListObjectsV2Command)) throw new Error('another request');
    requests += 1;
    const { StartAfter = '', MaxKeys = 0 } = command.input;
    const after = sorted.filter((name) => name > StartAfter);
    const Contents = after.slice(0, MaxKeys).map((Key) => ({ Key }));
    return { Contents, IsTruncated: after.length > MaxKeys };
  };
  const names: string[] = [];
  for await (const name of listBelow(bucket, folders)) names.push(name);
  return { names, requests };
}

const folder = (n: number) => `recordings/${String(n).padStart(4, '0')}`;
const objectsIn = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}/stills/${String(n).padStart(4, '0')}`);

it('lists folders side by side by few requests, and no other one', async () => {
  const folders = Array.from({ length: 100 }, (_, n) => folder(n + 10));
  const expected = folders.flatMap((name) => objectsIn(name, 6));
  const others = [5, 200, 300].flatMap((n) => objectsIn(folder(n), 6));
  const { names, requests } = await listed(
    [...expected, ...others, `${folder(10)}-a`, `${folder(10)}0/x`],
    folders.toReversed(),
  );
  expect(names).toEqual(expected);
  expect(requests).toBe(Math.ceil((expected.length + 1) / LISTED_AT_ONCE));
});

it('lists folders that lie apart, empty and large ones, by no more requests than one by one', async () => {
  const folders = [1, 40, 41, 90].map(folder);
  const expected = [...objectsIn(folder(1), 3), ...objectsIn(folder(41), 2 * LISTED_AT_ONCE + 1)];
  const others = Array.from({ length: 100 }, (_, n) => n)
    .filter((n) => ![1, 40, 41, 90].includes(n))
    .flatMap((n) => objectsIn(folder(n), 30));
  const { names, requests } = await listed([...expected, ...others], folders);
  expect(names).toEqual(expected);
  expect(requests).toBeLessThanOrEqual(folders.length + 2);
  expect(await listed(others, [])).toEqual({ names: [], requests: 0 });
});

it('resolves no entity of an answer: no file, no address, none that grows [1.5.1]', async () => {
  const paths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    paths.push(url.split('?')[0] ?? '');
    const entities = [
      `<!ENTITY file SYSTEM "file://${import.meta.filename}">`,
      '<!ENTITY page SYSTEM "/elsewhere">',
      '<!ENTITY ten "growing growing "><!ENTITY many "&ten;&ten;&ten;&ten;&ten;&ten;&ten;&ten;">',
    ];
    const key = '<Key>recordings/1/&file;&page;&many;</Key>';
    const list = `<ListBucketResult><Contents>${key}</Contents></ListBucketResult>`;
    response.setHeader('content-type', 'application/xml');
    response.end(`<?xml version="1.0"?><!DOCTYPE x [${entities.join('')}]>${list}`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'a', secretAccessKey: 's' };
  const bucket = openBucket({ bucket: 'b', endpoint, region: 'r', ...keys });
  const names: string[] = [];
  for await (const name of listBelow(bucket, ['recordings/1'])) names.push(name);
  expect(names).toHaveLength(1);
  expect(names[0]).not.toMatch(/Removing many objects|growing/);
  expect(new Set(paths)).toEqual(new Set(['/b/']));
  server.closeAllConnections();
  server.close();
});
