// A client as others write one: it stores cookies, sends the cross-site token back, and sends bodies as JSON.
import { CROSS_SITE_COOKIE, CROSS_SITE_HEADER } from '#contract/cookies.ts';
import { SIGN_IN_COOKIE } from '#server/platform/http/credentials.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

/** Returns the body of a successful answer. @throws Error with the body of a rejection */
export function successBody<T = unknown>({ status, body }: Answer): T {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

export class TestClient {
  readonly origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  /** A client that holds a sign-in's cookie and has fetched its cross-site token. */
  static async signedIn(
    origin: string,
    token: string,
    cookie = SIGN_IN_COOKIE,
  ): Promise<TestClient> {
    const client = new TestClient(origin);
    client.cookies.set(cookie, token);
    await client.get('/auth/check-auth');
    return client;
  }

  /** The same person at another server. */
  at(origin: string): TestClient {
    const client = new TestClient(origin);
    for (const [name, value] of this.cookies) client.cookies.set(name, value);
    return client;
  }

  /** Returns the client's cookies and cross-site token, for requests that are sent without the client. */
  credentials(): Record<string, string> {
    return {
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      [CROSS_SITE_HEADER]: this.cookies.get(CROSS_SITE_COOKIE) ?? '',
    };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.json('POST', path, body);
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.json('PUT', path, body);
  }

  patch(path: string, body?: unknown): Promise<Answer> {
    return this.json('PATCH', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.send(path, { method: 'DELETE' });
  }

  private json(method: string, path: string, body: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.send(path, {
      method,
      ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
    });
  }

  /** One request with the cookies; answers its JSON, else its text. Redirects are not followed. */
  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await this.fetch(path, init);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  }

  /** The bare answer, for bytes. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0) {
      headers.set(
        'cookie',
        [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      );
    }
    const token = this.cookies.get(CROSS_SITE_COOKIE);
    if (token && !headers.has(CROSS_SITE_HEADER)) headers.set(CROSS_SITE_HEADER, token);
    const answer = await fetch(new URL(path, this.origin), {
      redirect: 'manual',
      ...init,
      headers,
    });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    return answer;
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', ...value] = pair.split('=');
    const gone = attributes.some((attribute) =>
      /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute),
    );
    if (gone) this.cookies.delete(name);
    else this.cookies.set(name, decodeURIComponent(value.join('=')));
  }
}

/** A client that names its browser. */
export class AgentClient extends TestClient {
  readonly #userAgent: string;

  constructor(origin: string, userAgent: string) {
    super(origin);
    this.#userAgent = userAgent;
  }

  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('user-agent', this.#userAgent);
    return super.fetch(path, { ...init, headers });
  }
}
