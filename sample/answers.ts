// The answers of the sample: one value per request, written by sample.ts.

/** One HTTP response. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export function json(body: unknown, status = 200): Answer {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: JSON.stringify(body) };
}

/** Returns a page that any site may frame. Nothing but the sample's own files runs in it. */
export function page(body: string, status = 200): Answer {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors *",
    'permissions-policy':
      'camera=(), microphone=(), display-capture=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=()',
    'referrer-policy': 'no-referrer',
  };
  return { status, headers, body };
}

export function file(type: string, body: Uint8Array): Answer {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body };
}

/** Returns an error of the image API in the design tool's form. */
export function refusal(status: number, err: string, headers: Record<string, string> = {}): Answer {
  const answer = json({ status, err }, status);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
