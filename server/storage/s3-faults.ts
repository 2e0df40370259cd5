// What an S3 service's refusals mean, by the names and codes that services use.
import { S3ServiceException } from '@aws-sdk/client-s3';

/** There is no such object (RFC 9110 section 15.5.5). */
export function isMissing(error: unknown): boolean {
  return hasStatus(error, 404);
}

/** A condition of the request doesn't hold: the object is there already, or another than expected. */
export function isRefused(error: unknown): boolean {
  return hasStatus(error, 412);
}

/** Amazon's answer to two conditional writes at once: neither won, try again. */
export function isUndecided(error: unknown): boolean {
  return hasStatus(error, 409);
}

/** No space or quota left: Ceph names the quota, MinIO and others answer 507. */
export function isFull(error: unknown): boolean {
  return hasStatus(error, 507) || (error instanceof Error && error.name === 'QuotaExceeded');
}

/** How often a request was sent; of a repeated one nobody knows what its first sending did. */
export function attemptsOf(error: unknown): number {
  return error instanceof S3ServiceException ? (error.$metadata.attempts ?? 1) : 1;
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
