// Configuration: defaults, and one clear line for each bad value.
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const secret = { SESSION_SECRET: 'a secret for tests only' };

describe('readConfig', () => {
  it('starts on loopback with embedded defaults when nothing is set', () => {
    expect(readConfig({ FIGMA_TOKEN: '' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      databaseUrl: null,
      databaseDirectUrl: null,
      s3: null,
      google: null,
      samplePort: 23_000,
      quietSessionMs: 600_000,
      trustedProxies: [],
      workspaceQuotaBytes: null,
      freeSpaceFloorBytes: 2 * 1024 ** 3,
      work: 'both',
      chromiumPath: null,
      figma: {
        token: null,
        webOrigin: 'https://www.figma.com',
        embedOrigin: 'https://embed.figma.com',
        messageOrigin: 'https://www.figma.com',
        apiOrigin: 'https://api.figma.com',
      },
    });
  });

  it('reads email domains in any case and script, each once', () => {
    const { signInDomains, figma } = readConfig({
      SIGN_IN_DOMAINS: 'Acme.com, bücher.example\tacme.com',
    });
    expect(signInDomains).toEqual(['acme.com', 'xn--bcher-kva.example']);
    expect(figma.tokenDomains).toBeNull();
  });

  it.each<[Record<string, string>, string]>([
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: 'many' }, 'PORT'],
    [{ PORT: ' ' }, 'PORT'],
    [{ SAMPLE_PORT: '0x50' }, 'SAMPLE_PORT'],
    [{ HOST: 'http://127.0.0.1' }, 'HOST'],
    [{ MAIL_FROM: 'Tryout' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Tryout <tryout>' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL'],
    [{ PUBLIC_URL: 'example.org' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.org/path' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://example.org' }, 'GOOGLE_CLIENT_ID'],
    [{ HOST: '0.0.0.0' }, 'GOOGLE_CLIENT_ID'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://x/y' }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    [{ S3_BUCKET: 'b' }, 'S3_ACCESS_KEY_ID'],
    [{ WORK: 'all' }, 'WORK must be web, jobs or'],
    [{ WORK: 'web' }, 'WORK can be web only with DATABASE_URL and S3_BUCKET,'],
    [{ WORK: 'jobs', DATABASE_URL: 'postgres://localhost/y', ...secret }, 'WORK can be jobs only'],
    [{ FIGMA_API_ORIGIN: 'ftp://x' }, 'FIGMA_API_ORIGIN'],
    [{ FIGMA_TOKEN: 'a\r\nx-admin: 1' }, 'FIGMA_TOKEN'],
    ...[
      'ex ample',
      '*.com',
      '@acme.com',
      'acme',
      'acme.com/x',
      '1.2.3.4',
      'acme..com',
      ',',
    ].flatMap((domains): [Record<string, string>, string][] => [
      [{ SIGN_IN_DOMAINS: domains }, 'SIGN_IN_DOMAINS'],
      [{ FIGMA_TOKEN_DOMAINS: domains }, 'FIGMA_TOKEN_DOMAINS'],
    ]),
    [{ CHROMIUM_PATH: '/nowhere/chromium' }, 'CHROMIUM_PATH'],
    [{ CHROMIUM_PATH: import.meta.dirname }, 'CHROMIUM_PATH'],
    [{ CHROMIUM_PATH: import.meta.filename }, 'CHROMIUM_PATH'],
    [{ SMTP_URL: 'http://x' }, 'SMTP_URL'],
    [{ QUIET_SESSION_SECONDS: 'soon' }, 'QUIET_SESSION_SECONDS'],
    [{ QUIET_SESSION_SECONDS: '9' }, 'QUIET_SESSION_SECONDS'],
    [{ QUIET_SESSION_SECONDS: '12.5' }, 'QUIET_SESSION_SECONDS'],
    [{ QUIET_SESSION_SECONDS: '1e9' }, 'QUIET_SESSION_SECONDS'],
    [{ TRUSTED_PROXIES: 'proxy.example.org' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '127.0.0.1,' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.1' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: 'true' }, 'TRUSTED_PROXIES'],
    [{ WORKSPACE_QUOTA_BYTES: '0' }, 'WORKSPACE_QUOTA_BYTES'],
    [{ WORKSPACE_QUOTA_BYTES: '10 GB' }, 'WORKSPACE_QUOTA_BYTES'],
    [{ FREE_SPACE_FLOOR_BYTES: '-1' }, 'FREE_SPACE_FLOOR_BYTES'],
    [{ FREE_SPACE_FLOOR_BYTES: '1e9' }, 'FREE_SPACE_FLOOR_BYTES'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ API_DOCS: 'yes' }, 'API_DOCS'],
    [{ HSTS_SUBDOMAINS: '1' }, 'HSTS_SUBDOMAINS'],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, 'GOOGLE_CLIENT_ID'],
    [{ GOOGLE_ISSUER: 'issuer.example.org' }, 'GOOGLE_ISSUER'],
    [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL'],
    [{ DATABASE_URL: 'db.example.org', ...secret }, 'DATABASE_URL'],
    [{ ALLOW_PLAIN_CONNECTIONS: 'all' }, 'ALLOW_PLAIN_CONNECTIONS'],
    [{ ALLOW_PLAIN_CONNECTIONS: 's3,,smtp' }, 'ALLOW_PLAIN_CONNECTIONS'],
    [{ S3_ENDPOINT: 'http://s3.example.org' }, 'S3_ENDPOINT'],
    [{ S3_ENDPOINT: 'http://10.0.0.7:9000', ALLOW_PLAIN_CONNECTIONS: 'smtp' }, 'S3_ENDPOINT'],
    [{ GOOGLE_ISSUER: 'http://issuer.example.org' }, 'GOOGLE_ISSUER'],
    [{ FIGMA_API_ORIGIN: 'http://figma.example.org' }, 'FIGMA_API_ORIGIN'],
    [{ FIGMA_WEB_ORIGIN: 'http://figma.example.org' }, 'FIGMA_WEB_ORIGIN'],
    [{ DATABASE_URL: 'postgres://db.example.org/t', ...secret }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db/t?sslmode=disable', ...secret }, 'DATABASE_URL'],
    [{ TRANSCRIBE_URL: 'https://example.org/v1' }, 'TRANSCRIBE_URL'],
    [{ TRANSCRIBE_URL: 'ftp://example.org/audio/transcriptions' }, 'TRANSCRIBE_URL'],
    [{ TRANSCRIBE_URL: 'https://me:pw@example.org/audio/transcriptions' }, 'TRANSCRIBE_URL'],
    [{ TRANSCRIBE_URL: 'http://example.org/audio/transcriptions' }, 'TRANSCRIBE_URL'],
    [
      { TRANSCRIBE_KEY: 'a b', TRANSCRIBE_URL: 'https://a.b/audio/transcriptions' },
      'TRANSCRIBE_KEY',
    ],
    [{ TRANSCRIBE_KEY: 'sk-1' }, 'TRANSCRIBE_KEY'],
  ])('refuses %o and names %s [12.3.1, 13.2.3]', (environment, name) => {
    const read = () => readConfig(environment);
    expect(read).toThrow(new RegExp(`^Configuration: ${name} `));
    expect(read).not.toThrow(/\n/);
  });

  it.each(['a@example.org', 'Tryout <a@localhost>', '"Ann, of Tryout" <a@example.org>'])(
    'takes %s for a sender',
    (sender) => {
      expect(readConfig({ MAIL_FROM: sender }).mail.from).toBe(sender);
    },
  );

  it.each([
    { S3_ENDPOINT: 'http://127.0.0.1:9000' },
    { S3_ENDPOINT: 'https://s3.example.org' },
    { S3_ENDPOINT: 'http://minio:9000', ALLOW_PLAIN_CONNECTIONS: 'smtp, S3' },
    { GOOGLE_ISSUER: 'http://localhost:4000' },
    { FIGMA_API_ORIGIN: 'http://tool:80', ALLOW_PLAIN_CONNECTIONS: 'figma' },
    { DATABASE_URL: 'postgres://u:p@[::1]/t', ...secret },
    { DATABASE_URL: 'postgresql://u@localhost/t?host=%2Frun%2Fpostgresql', ...secret },
    { DATABASE_URL: 'postgres://db.example.org/t?sslmode=verify-full', ...secret },
    { DATABASE_URL: 'postgres://db/t', ALLOW_PLAIN_CONNECTIONS: 'database', ...secret },
    { TRANSCRIBE_URL: 'http://127.0.0.1:8000/v1/audio/transcriptions', TRANSCRIBE_KEY: 'sk-1' },
    {
      TRANSCRIBE_URL: 'http://whisper/audio/transcriptions',
      ALLOW_PLAIN_CONNECTIONS: 'transcribe',
    },
  ])(
    'takes %o: nothing leaves this machine in the clear unless it is allowed to [12.3.1]',
    (environment) => {
      expect(() => readConfig(environment)).not.toThrow();
    },
  );

  it.each([
    ['smtp://mail.example.org', '', true],
    ['smtp://127.0.0.1:25', '', false],
    ['smtp://mail.example.org', 'smtp', false],
    ['smtps://mail.example.org', '', true],
  ])('mail by %s, with %j allowed: TLS is required: %s', (SMTP_URL, allowed, required) => {
    const { mail } = readConfig({ SMTP_URL, ALLOW_PLAIN_CONNECTIONS: allowed });
    expect(mail.requireTls).toBe(required);
  });

  it('shows a support address that is set, and none in its place', () => {
    expect(readConfig({}).mail.shownSupport).toBeNull();
    const { mail } = readConfig({ SUPPORT_EMAIL: 'help@example.org' });
    expect(mail).toMatchObject({ support: 'help@example.org', shownSupport: 'help@example.org' });
  });

  it('takes Google, another issuer and an outside address together', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://tests.example.org/',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: 'https://issuer.example.org',
    });
    expect(config.publicUrl).toBe('https://tests.example.org');
    expect(config.google?.issuer).toBe('https://issuer.example.org');
    expect(config.samplePort).toBeNull();
  });
});
