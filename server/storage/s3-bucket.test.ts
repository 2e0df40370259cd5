// Removing many objects: by one request where the service can, one by one where it cannot.
import { DeleteObjectsCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { type Bucket, openBucket, removeObjects } from './s3-bucket.ts';

/** A bucket whose service answers as told and notes the size of each request. */
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
  const kept = bucketThat(() => ({ Errors: [{ Key: 'recordings/7', Code: 'SlowDown' }] }));
  await expect(removeObjects(kept.bucket, names)).rejects.toThrow('recordings/7');
});
