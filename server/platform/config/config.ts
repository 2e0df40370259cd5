// The only reader of the environment: every value is checked at start, and a bad one stops the server with one clear
// line.
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { DESIGN_TOKEN_FORM } from '#contract/design-token.ts';
import { isLoopback } from '#server/platform/machine/network.ts';
import { emailDomains } from './email-domains.ts';
import { mayMailPlainly, plainConnections, plainKinds } from './plain-connections.ts';
import { recogniserOf, recogniserRefusals, recogniserSettings } from './recogniser.ts';

// Lists of addresses and networks as a setting has them.

/** Addresses and networks of one kind each, between commas. */
const networks = z.string().transform((value, context) => {
  const list = value.split(',').map((item) => item.trim());
  const wrong = list.find((item) => !(ipaddr.isValidCIDR(item) || isWholeAddress(item)));
  if (wrong === undefined) return list;
  context.addIssue(
    `must list addresses or networks, such as 127.0.0.1, 10.0.0.0/8, ::1 ("${wrong}" is none)`,
  );
  return z.NEVER;
});

/** `ipaddr.isValid` alone also takes 127.1 and 0x7f000001. */
function isWholeAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** An http(s) origin; a slash at its end is taken off. */
const origin = z.string().transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
  context.addIssue('must be an http(s) origin such as https://example.org, without a path');
  return z.NEVER;
});

/** A program that this server may run. */
const program = z.string().transform((path, context) => {
  try {
    accessSync(path, constants.X_OK);
    if (statSync(path).isFile()) return resolve(path);
  } catch {
    // The file is missing or cannot be run. Both are reported below.
  }
  context.addIssue(`must be the path of a program that can be run (${path} is none)`);
  return z.NEVER;
});

const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a postgres:// address',
});

const PORT_MAX = 65_535;
const PORT_INVALID = `must be a port: a whole number from 0 to ${PORT_MAX}`;
/** Digits alone: `Number` would take a space for 0, any free port. */
const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_INVALID)
  .transform(Number)
  .refine((value) => value <= PORT_MAX, PORT_INVALID);

/** An address alone, or behind a name in front of its angle brackets. */
const sender = z
  .string()
  .trim()
  .regex(
    /^(?:[^\s@<>]+@[^\s@<>]+|[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>)$/,
    'must be an email address, as in Tryout <tests@example.org>',
  );

const BYTES_INVALID = 'must be a whole number of bytes';
const bytes = z
  .string()
  .regex(/^\d{1,15}$/, BYTES_INVALID)
  .transform(Number);

/** Room for a hundred recordings of a minute and the database's own upkeep. */
const FREE_SPACE_FLOOR_BYTES = 2 * 1024 ** 3;

/** Names between commas. */
const plainList = z.string().transform((value, context) => {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  const parsed = z.array(z.enum(plainKinds)).safeParse(names);
  if (parsed.success) return parsed.data;
  context.addIssue(`must list some of ${plainKinds.join(', ')}, between commas`);
  return z.NEVER;
});

/** Set but empty is the same as unset, as in `FIGMA_TOKEN= npm start`. */
const text = z.string().trim().min(1);

/** Long enough for a router's restart or a short sleep of the laptop (a setting: see docs/operate.md). */
const QUIET_SECONDS = 600;
/** Pieces come every second, but a slow uplink takes longer for one. */
const SHORTEST_QUIET_SECONDS = 10;
/** One week: a participant who vanished longer ago does not return. */
const LONGEST_QUIET_SECONDS = 604_800;

const environment = z
  .object({
    PORT: port.default(3000),
    HOST: text
      .regex(/^[^\s/@]+$/, 'must be a host name or an IP address, without http://')
      .default('127.0.0.1'),
    PUBLIC_URL: origin.optional(),
    DATA_DIR: text.default('./data'),
    DATABASE_URL: databaseAddress.optional(),
    DATABASE_DIRECT_URL: databaseAddress.optional(),
    S3_BUCKET: text.optional(),
    S3_ENDPOINT: origin.optional(),
    S3_REGION: text.optional(),
    S3_ACCESS_KEY_ID: text.optional(),
    S3_SECRET_ACCESS_KEY: text.optional(),
    SIGN_IN_DOMAINS: emailDomains.optional(),
    SESSION_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
    GOOGLE_CLIENT_ID: text.optional(),
    GOOGLE_CLIENT_SECRET: text.optional(),
    GOOGLE_ISSUER: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
    FIGMA_CLIENT_ID: text.optional(),
    FIGMA_TOKEN: text
      .regex(DESIGN_TOKEN_FORM, 'must be one piece of printable characters')
      .optional(),
    FIGMA_TOKEN_DOMAINS: emailDomains.optional(),
    FIGMA_WEB_ORIGIN: origin.default('https://www.figma.com'),
    FIGMA_EMBED_ORIGIN: origin.default('https://embed.figma.com'),
    FIGMA_MESSAGE_ORIGIN: origin.default('https://www.figma.com'),
    FIGMA_API_ORIGIN: origin.default('https://api.figma.com'),
    CHROMIUM_PATH: program.optional(),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp(s):// address' })
      .optional(),
    MAIL_FROM: sender.default('Tryout <tryout@localhost>'),
    SUPPORT_EMAIL: z.email('must be an email address').optional(),
    TRANSCRIBE_URL: recogniserSettings.url,
    TRANSCRIBE_KEY: recogniserSettings.key,
    TRANSCRIBE_MODEL: recogniserSettings.model,
    QUIET_SESSION_SECONDS: z.coerce
      .number('must be a number of seconds')
      .int('must be a whole number of seconds')
      .min(SHORTEST_QUIET_SECONDS, `must be at least ${SHORTEST_QUIET_SECONDS} seconds`)
      .max(LONGEST_QUIET_SECONDS, `must be at most ${LONGEST_QUIET_SECONDS} seconds`)
      .default(QUIET_SECONDS),
    TRUSTED_PROXIES: networks.optional(),
    WORKSPACE_QUOTA_BYTES: bytes.refine((value) => value > 0, BYTES_INVALID).optional(),
    FREE_SPACE_FLOOR_BYTES: bytes.default(FREE_SPACE_FLOOR_BYTES),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info'),
    SAMPLE_PORT: port.optional(),
    API_DOCS: z.enum(['on', 'off'], 'must be on or off').default('on'),
    HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'must be on or off').default('off'),
    WORK: z.enum(['web', 'jobs', 'both'], 'must be web, jobs or both').default('both'),
    ALLOW_PLAIN_CONNECTIONS: plainList.default([]),
    ALLOW_PRIVATE_WEBHOOKS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  })
  .superRefine((env, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (env.DATABASE_URL && !env.SESSION_SECRET) {
      refuse('SESSION_SECRET', 'is required together with DATABASE_URL');
    }
    if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
      refuse(
        'DATABASE_DIRECT_URL',
        'is of use beside a DATABASE_URL alone, which leads to a pooler',
      );
    }
    if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
      refuse('GOOGLE_CLIENT_SECRET', 'and GOOGLE_CLIENT_ID go together');
    }
    const refusals = [...standInRefusals(env), ...recogniserRefusals(env)];
    for (const [path, message] of refusals) refuse(path, message);
    if (env.WORK !== 'both' && !(env.DATABASE_URL && env.S3_BUCKET)) {
      refuse(
        'WORK',
        `can be ${env.WORK} only with DATABASE_URL and S3_BUCKET, which all processes share`,
      );
    }
    if (env.S3_BUCKET && !(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY)) {
      refuse('S3_ACCESS_KEY_ID', 'and S3_SECRET_ACCESS_KEY are required with S3_BUCKET');
    }
    for (const { kind, variable, host, advice } of plainConnections(env)) {
      if (env.ALLOW_PLAIN_CONNECTIONS.includes(kind)) continue;
      refuse(
        variable,
        `leads to ${host}, another machine, without TLS: ${advice}, or allow it by ALLOW_PLAIN_CONNECTIONS=${kind}`,
      );
    }
  });

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration.
 * @throws Error with one line that names each bad variable.
 */
export function readConfig(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`Configuration: ${lines.join('; ')}`);
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    /** Origin in links and redirects; when unset it follows from where the server listens. */
    publicUrl: env.PUBLIC_URL ?? null,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    /** Address of the same database without the pooler, or null if `databaseUrl` serves all. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    s3: s3Of(env),
    sessionSecret: env.SESSION_SECRET ?? null,
    google: googleOf(env),
    /** Email domains that may sign in, or null for all. */
    signInDomains: env.SIGN_IN_DOMAINS ?? null,
    figma: {
      clientId: env.FIGMA_CLIENT_ID ?? null,
      token: env.FIGMA_TOKEN ?? null,
      /** Email domains of owners whose workspaces may use the token, or null for all. */
      tokenDomains: env.FIGMA_TOKEN_DOMAINS ?? null,
      webOrigin: env.FIGMA_WEB_ORIGIN,
      embedOrigin: env.FIGMA_EMBED_ORIGIN,
      messageOrigin: env.FIGMA_MESSAGE_ORIGIN,
      apiOrigin: env.FIGMA_API_ORIGIN,
    },
    /** Browser that takes screen images where there is no REST token, or null for none. */
    chromiumPath: env.CHROMIUM_PATH ?? null,
    mail: mailOf(env),
    /** Service that transcribes audio, or null if there are no transcripts. */
    recogniser: recogniserOf(env),
    /** A session that has sent nothing for this long is closed; its recording stays watchable. */
    quietSessionMs: env.QUIET_SESSION_SECONDS * 1000,
    /** Proxies whose forwarding headers name a request's origin. If empty, no such header is read. */
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    /** Maximum size in bytes of a workspace's stored data, or null for no limit. */
    workspaceQuotaBytes: env.WORKSPACE_QUOTA_BYTES ?? null,
    /** Free bytes on the disk of `dataDir` below which no new session begins. If 0, the disk is never checked. */
    freeSpaceFloorBytes: env.FREE_SPACE_FLOOR_BYTES,
    logLevel: env.LOG_LEVEL,
    /** The tasks of this process: it answers calls, runs jobs, or both. */
    work: env.WORK,
    /** Permitted targets of webhooks. By default these are https:// and public addresses alone. */
    webhooks: {
      allowPlain: env.ALLOW_PLAIN_CONNECTIONS.includes('webhook'),
      allowPrivate: env.ALLOW_PRIVATE_WEBHOOKS === 'on',
    },
    /** Switch of the API reference. */
    apiDocs: env.API_DOCS === 'on',
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    /** The port of the sample prototype, or null if it is not served. */
    samplePort:
      isLoopback(env.HOST) && env.WORK !== 'jobs'
        ? (env.SAMPLE_PORT ?? defaultSamplePort(env.PORT))
        : null,
  };
}

type Environment = z.infer<typeof environment>;

function mailOf({ SMTP_URL, MAIL_FROM, SUPPORT_EMAIL, ALLOW_PLAIN_CONNECTIONS }: Environment) {
  return {
    smtpUrl: SMTP_URL ?? null,
    /** A server that offers no STARTTLS gets no mail then. */
    requireTls: SMTP_URL !== undefined && !mayMailPlainly(SMTP_URL, ALLOW_PLAIN_CONNECTIONS),
    from: MAIL_FROM,
    /** Gets the requests to delete accounts. */
    support: SUPPORT_EMAIL ?? 'support@localhost.localdomain',
    /** The address that pages show, or null if none is set. */
    shownSupport: SUPPORT_EMAIL ?? null,
  };
}

/** Returns Google's client, or null if the stand-in issuer takes its place. */
function googleOf(env: Environment) {
  if (!(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET)) return null;
  return {
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    issuer: env.GOOGLE_ISSUER ?? 'https://accounts.google.com',
  };
}

function s3Of(env: Environment) {
  if (!(env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY)) return null;
  return {
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION ?? 'us-east-1',
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
}

/** The distance avoids ports of other development servers, because links to the sample need a stable address. */
const SAMPLE_PORT_DISTANCE = 20_000;

function defaultSamplePort(port: number): number {
  if (port === 0) return 0;
  return port + SAMPLE_PORT_DISTANCE <= PORT_MAX
    ? port + SAMPLE_PORT_DISTANCE
    : port - SAMPLE_PORT_DISTANCE;
}

/**
 * @param variables as in 'HOST, PORT'
 * @throws Error with one line that names them, when the step fails
 */
export async function naming<T>(variables: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Configuration: ${variables} cannot be used: ${reason}`, { cause: error });
  }
}

// Sign-in without Google is allowed on loopback addresses alone, because the stand-in issuer has no passwords.

interface Variables extends Record<'HOST', string> {
  PUBLIC_URL?: string | undefined;
  TRUSTED_PROXIES?: readonly string[] | undefined;
  GOOGLE_CLIENT_ID?: string | undefined;
}

/** @returns the variable and why Google is required; empty if Google is configured or the stand-in suffices. */
function standInRefusals(env: Variables): [variable: string, message: string][] {
  if (env.GOOGLE_CLIENT_ID) return [];
  const refusals: string[] = [];
  if (!isLoopback(env.HOST)) {
    refusals.push(
      `is required when HOST (${env.HOST}) is no loopback address: the stand-in sign-in has no passwords`,
    );
  }
  if (env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL).hostname)) {
    refusals.push(
      `is required when PUBLIC_URL (${env.PUBLIC_URL}) can be reached from elsewhere: the stand-in sign-in has no passwords`,
    );
  }
  if (env.TRUSTED_PROXIES) {
    refusals.push(
      'is required with TRUSTED_PROXIES: behind a proxy others reach the stand-in sign-in, which has no passwords',
    );
  }
  return refusals.map((message) => ['GOOGLE_CLIENT_ID', message]);
}
