// Headers that keep a browser from doing what no page of ours needs (OWASP Secure Headers).
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Everything from our own origin; recordings and canvases need blob:, previews data:. */
const sources = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'media-src': ["'self'", 'blob:'],
  'worker-src': ["'self'", 'blob:'],
  'style-src': ["'self'", "'unsafe-inline'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
};

/** Policy of a page; the participant page may frame its test's origin and nothing else. */
export function pagePolicy(frameSources: readonly string[]): string {
  const frames = frameSources.length > 0 ? frameSources : ["'none'"];
  return [...Object.entries(sources), ['frame-src', frames] as const]
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** The share id when the address is a participant page, else null. */
export function participantPageId(url: string): string | null {
  return /^\/tryout\/([A-Za-z0-9_-]{22})\/?(?:\?|$)/.exec(url)?.[1] ?? null;
}

export async function addSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:'),
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    reply.header('permissions-policy', 'geolocation=(), payment=(), usb=()');
  });
}
