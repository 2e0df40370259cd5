// The connection to an S3-compatible service, set up so that services other than Amazon's understand it.
import { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '#server/config.ts';

/** `S3_*` of the configuration. */
export type S3Settings = NonNullable<Config['s3']>;

/** A bucket and how to reach it. */
export interface Bucket {
  client: S3Client;
  name: string;
}

/** A service that doesn't take a connection for this long is down. */
const CONNECTION_TIMEOUT_MS = 5000;
/** To the beginning of an answer: the slowest is a server-side copy of COPY_MAX_BYTES (s3-whole.plan.ts). */
const REQUEST_TIMEOUT_MS = 60_000;
/** A player that pauses holds its answer open; afterwards the rest is asked for again. */
const IDLE_TIMEOUT_MS = 60_000;
/** Every open answer holds a socket: as many viewers and recordings as one server is made for, at once. */
const MAX_SOCKETS = 500;

/** Sends nothing yet. */
export function openBucket(settings: S3Settings): Bucket {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // Checksums beyond the signature's own are an addition that other services don't know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Waiting for "100 Continue" costs a round trip and a connection of its own for each larger piece.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
  return { client, name: settings.bucket };
}
