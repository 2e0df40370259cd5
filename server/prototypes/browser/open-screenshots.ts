// Opens the browser for screen images that CHROMIUM_PATH configures, for workspaces without a REST token. A server that
// runs as root starts it as another user, or not at all.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { ImageReader } from '#server/media/images.ts';
import type { Config } from '#server/platform/config/config.ts';
import {
  browserUser,
  canRun,
  type OsUser,
  READABLE_FOLDER,
} from '#server/platform/machine/os-user.ts';
import type { PrototypeHost } from '#server/prototypes/prototype-hosts.ts';
import { createScreenshots, type Screenshots } from './screenshots.ts';

interface ScreenshotParts {
  images: ImageReader;
  publicUrl: string;
  prototypeHosts: readonly PrototypeHost[];
  log: FastifyBaseLogger;
}

/** Returns null if no browser is configured or needed, or if it could only run as root, which is logged. */
export function openScreenshots(config: Config, parts: ScreenshotParts): Screenshots | null {
  const { chromiumPath } = config;
  const hosts = parts.prototypeHosts.filter(({ isSample }) => !isSample);
  if (chromiumPath === null || hosts.length === 0) return null;
  const logRejection = (reason: string) =>
    parts.log.warn(
      { chromiumPath },
      `no screen images by a browser: it never runs without its sandbox. ${reason}`,
    );
  try {
    const user = userFor(chromiumPath);
    const origins = hosts.flatMap((host) => [host.webOrigin, host.embedOrigin, host.messageOrigin]);
    return createScreenshots({
      chromiumPath,
      user,
      profileDir: profileDirOf(config.dataDir, user),
      publicUrl: parts.publicUrl,
      images: parts.images,
      origins: [...new Set(origins)],
      onRefused: (origin) =>
        parts.log.debug(
          { asked: origin },
          'the capturing browser requested a host that is not allowed',
        ),
      onNoSandbox: logRejection,
    });
  } catch (error) {
    logRejection(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** @throws Error if there is no user for the browser, or that user can't run the program */
function userFor(chromiumPath: string): OsUser | null {
  const user = browserUser();
  if (user && !canRun(user, chromiumPath)) {
    throw new Error(
      `The server runs as root and starts the browser as user ${user.name}, who cannot run ${chromiumPath}.`,
    );
  }
  return user;
}

/** Returns a folder that the other user can access. It is always the same, so that no old ones remain. */
function profileDirOf(dataDir: string, user: OsUser | null): string {
  if (!user) return join(dataDir, 'browser');
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(READABLE_FOLDER, `browser-${name}`);
}
