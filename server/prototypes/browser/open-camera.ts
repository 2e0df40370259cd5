// The camera as configured: CHROMIUM_PATH is set and some design tool has no REST token.
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import type { PrototypeHost } from '../prototype-hosts.ts';
import { createScreenCamera, type ScreenCamera } from './screen-camera.ts';

interface CameraParts {
  publicUrl: string;
  prototypeHosts: readonly PrototypeHost[];
  log: FastifyBaseLogger;
}

/** Null: no browser is configured, or none is needed. */
export function openCamera(config: Config, parts: CameraParts): ScreenCamera | null {
  const hosts = parts.prototypeHosts.filter(({ token }) => token === null);
  if (config.chromiumPath === null || hosts.length === 0) return null;
  const origins = hosts.flatMap((host) => [host.webOrigin, host.embedOrigin, host.messageOrigin]);
  return createScreenCamera({
    chromiumPath: config.chromiumPath,
    profileDir: join(config.dataDir, 'browser'),
    publicUrl: parts.publicUrl,
    origins: [...new Set(origins)],
    onRefused: (asked) => parts.log.debug({ asked }, 'the capturing browser was kept from a host'),
  });
}
