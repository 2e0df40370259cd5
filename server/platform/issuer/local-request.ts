// Whether a request comes from this machine's own browser, as far as a request can tell: the stand-in issuer has
// no passwords, so what a proxy passes on must never reach it.
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '#server/platform/machine/network.ts';

/** What proxies, load balancers and content networks add to a request; browsers send none of these. */
const forwardingHeaders: ReadonlySet<string> = new Set([
  ...['via', 'surrogate-capability', 'front-end-https', 'disguised-host'],
  ...['client-ip', 'true-client-ip', 'proxy-client-ip', 'wl-proxy-client-ip', 'incap-client-ip'],
  ...['ali-cdn-real-ip', 'remote-addr', 'x-client-ip', 'x-proxyuser-ip', 'x-source-ip'],
  ...['x-host', 'x-scheme', 'x-url-scheme', 'x-rewrite-url', 'x-request-start', 'x-user-ip'],
  ...['x-cloud-trace-context', 'x-varnish'],
]);
const forwardingPrefixes = [
  ...['forwarded', 'x-forward', 'x-original-', 'x-real-', 'x-remote-', 'x-cluster-'],
  ...['akamai-', 'cdn-', 'cf-', 'cloudfront-', 'fastly-', 'fly-', 'tailscale-'],
  ...['x-akamai-', 'x-amz-', 'x-amzn-', 'x-appengine-', 'x-arr-', 'x-azure-', 'x-envoy-'],
  ...['x-nf-', 'x-nginx-', 'x-vercel-'],
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
  if (rest['sec-fetch-site'] === 'cross-site') return rest['sec-fetch-mode'] === 'navigate';
  return referer === undefined || isLoopbackUrl(referer);
}

function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && isLoopback(new URL(text).hostname);
}
