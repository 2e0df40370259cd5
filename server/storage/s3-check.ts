// Checks a bucket when the server starts: reachable, writable, and safe against two writers at one place.
import { S3ServiceException } from '@aws-sdk/client-s3';
import type { Bucket } from './s3-client.ts';
import { createObject, removeObject } from './s3-requests.ts';

/** No key can name it: an underscore is no legal beginning. */
const PROBES = '_probes';

/** @throws Error with one line that says what is wrong and where. */
export async function checkBucket(bucket: Bucket, where: string): Promise<void> {
  const name = `${PROBES}/${crypto.randomUUID()}`;
  try {
    await createObject(bucket, name, Buffer.from('Tryout was here'));
    const isOverwritten = await createObject(bucket, name, Buffer.from('and here again'));
    await removeObject(bucket, name);
    if (isOverwritten) throw new Error('overwrites objects in spite of "If-None-Match: *"');
  } catch (error) {
    throw new Error(`Object storage: bucket "${bucket.name}" at ${where} ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof S3ServiceException)) return `does not answer: ${error.message}`;
  switch (error.$metadata.httpStatusCode) {
    case 404:
      return 'does not exist';
    case 403:
      return `refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY (${error.name})`;
    case 301:
      return 'is in another region: set S3_REGION';
    default:
      return `cannot be written to (${error.name}: ${error.message})`;
  }
}
