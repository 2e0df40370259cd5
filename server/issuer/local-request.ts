// Whether a request comes from this machine's own browser, as far as a request can tell: the stand-in issuer has
// no passwords, so what a proxy passes on must never reach it.
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '#server/machine/loopback.ts';

/** What proxies, load balancers and content networks add to a request; browsers send none of these. */
const forwardingHeaders = new Set([
  'forwarded',
  'via',
  'cdn-loop',
  'true-client-ip',
  'client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'remote-addr',
  'x-real-ip',
  'x-real-host',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-proxyuser-ip',
  'x-remote-addr',
  'x-remote-ip',
  'x-amzn-trace-id',
  'x-arr-log-id',
  'x-cloud-trace-context',
  'x-varnish',
]);
const forwardingPrefixes = [
  'x-forwarded',
  'x-original-',
  'cf-',
  'x-envoy-',
  'x-azure-',
  'x-nginx-',
];

/**
 * A proxy on this machine makes every visitor a loopback one, and a host name that was pointed at
 * 127.0.0.1 makes any web page of the person's own browser one of ours (DNS rebinding). A proxy that adds
 * nothing, puts our own address into Host and speaks HTTP/1.1 is still seen by what the visitor's browser
 * says of the page it comes from; a program that says nothing of the kind is not told apart.
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { headers, socket, httpVersion } = request;
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    // No browser has spoken HTTP/1.0 for decades; proxies do unless configured otherwise.
    httpVersion !== '1.0' &&
    isLoopbackUrl(`http://${headers.host}`) &&
    !Object.keys(headers).some(isForwarding) &&
    isLocalPage(headers)
  );
}

function isForwarding(name: string): boolean {
  return (
    forwardingHeaders.has(name) || forwardingPrefixes.some((prefix) => name.startsWith(prefix))
  );
}

/** A link on another site may lead here; a page that the browser takes for ours must be ours. */
function isLocalPage({ origin, referer, ...rest }: IncomingMessage['headers']): boolean {
  if (origin !== undefined && !isLoopbackUrl(origin)) return false;
  return rest['sec-fetch-site'] === 'cross-site' || referer === undefined || isLoopbackUrl(referer);
}

function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && isLoopback(new URL(text).hostname);
}
