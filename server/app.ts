// Builds the app from its parts: the endpoint table with one function a row, the pages, the reference.
// Every test uses it as production does.
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { api } from '#contract/api.ts';
import { AppError } from '#contract/errors.ts';
import { BODY_MAX_BYTES } from '#contract/limits.ts';
import { accountHandlers } from './accounts/accounts.routes.ts';
import { endSignInsOutside, findSignIn } from './accounts/sign-ins.db.ts';
import { signInHandlers } from './accounts/sign-ins.routes.ts';
import { answerTagHandlers } from './answer-tags/answer-tags.routes.ts';
import { apiKeyHandlers } from './api-keys/api-keys.routes.ts';
import { permitKey } from './api-keys/permit-key.ts';
import { clipHandlers } from './clips/clips.routes.ts';
import { consentHandlers } from './consent/consent.routes.ts';
import { copyHandlers } from './copies/copies.routes.ts';
import { designTokenHandlers } from './design-token/design-token.routes.ts';
import { draftHandlers } from './drafts/drafts.routes.ts';
import { exportHandlers } from './exports/exports.routes.ts';
import { findingHandlers } from './findings/findings.routes.ts';
import { myRecordingHandlers } from './my-recording/my-recording.routes.ts';
import { noteHandlers } from './notes/notes.routes.ts';
import { outcomeHandlers } from './outcomes/outcomes.routes.ts';
import { participationHandlers } from './participation/participation.routes.ts';
import type { Parts } from './parts.ts';
import { personalLinkHandlers } from './personal-links/personal-links.routes.ts';
import { pictureHandlers } from './pictures/pictures.routes.ts';
import {
  BODY_BOUNDS,
  type BodyBounds,
  watchArrivingBodies,
} from './platform/http/arriving-bodies.ts';
import { refuseKeysInAddresses } from './platform/http/bearer-tokens.ts';
import { readBodies } from './platform/http/bodies.ts';
import type { Callers } from './platform/http/callers.ts';
import { handleErrors, refuseAddress, refuseConnection } from './platform/http/error-handler.ts';
import type { Handlers } from './platform/http/handlers.ts';
import { boundHeaders, requireHost } from './platform/http/header-checks.ts';
import { joinChunks } from './platform/http/join-chunks.ts';
import { servePages } from './platform/http/pages.ts';
import { serveReference } from './platform/http/reference/openapi.ts';
import {
  REFUSED_BOUNDS,
  RefusedBodies,
  type RefusedBounds,
} from './platform/http/refused-bodies.ts';
import { registerRoutes } from './platform/http/routes.ts';
import { addSecurityHeaders, safeHeaders } from './platform/http/security-headers.ts';
import { issuerOf, serveStandInIssuer } from './platform/issuer/serve-issuer.ts';
import { prototypeOrigins } from './prototypes/embed-of.ts';
import { recordingHandlers } from './recordings/recordings.routes.ts';
import { reelHandlers } from './reels/reels.routes.ts';
import { resultHandlers } from './results/results.routes.ts';
import { retentionHandlers } from './retention/retention.routes.ts';
import { screenHandlers } from './screens/screens.routes.ts';
import { sessionHandlers } from './sessions/sessions.routes.ts';
import { frameSourcesOf } from './sessions/show-test.service.ts';
import { stillHandlers } from './stills/stills.routes.ts';
import { systemHandlers } from './system/system.routes.ts';
import { testHandlers } from './tests/tests.routes.ts';
import { transcriptHandlers } from './transcripts/transcripts.routes.ts';
import { updateHandlers } from './updates/updates.routes.ts';
import { uploadHandlers } from './uploads/uploads.routes.ts';
import { permitVisitor } from './view-links/permit-visitor.ts';
import { exchangeOnPage, viewHandlers, viewLinkHandlers } from './view-links/view-links.routes.ts';
import { viewTitleOf } from './view-links/view-links.service.ts';
import { registerVisitorRoutes } from './view-links/visitor-routes.ts';
import { webhookHandlers } from './webhooks/webhooks.routes.ts';
import { invitationHandlers } from './workspaces/invitations.routes.ts';
import { workspaceHandlers } from './workspaces/workspaces.routes.ts';

/** A 200-character name of four-byte characters takes 2400 characters when percent-encoded. */
const PARAM_MAX_CHARACTERS = 8192;
/** Three such names in an address, again in `Referer`, and the cookies: 16 kB, Node's own limit. */
const HEADERS_MAX_BYTES = 64 * 1024;
/** Headers come in one or two packets; a line that was gone for 20 s is found again by TCP after 31 s. */
const HEADERS_LIMIT_MS = 40_000;
const HEADERS_CHECK_MS = 5000;
/** A connection that moves no byte for this long is closed; the design tool may take 70 s. */
const SILENCE_LIMIT_MS = 5 * 60_000;

/** Requests under way when the server stops get this long; a piece of a recording takes a second. */
const STOP_GRACE_MS = 3000;

/** Limits for slow request bodies and for their number; tests set smaller ones. */
export interface AppBounds {
  bodies?: BodyBounds;
  refused?: RefusedBounds;
}

export async function createApp(
  parts: Parts,
  { bodies = BODY_BOUNDS, refused = REFUSED_BOUNDS }: AppBounds = {},
): Promise<FastifyInstance> {
  await endSignInsOutside(parts.db, parts.config.signInDomains);
  const headers = safeHeaders({
    publicUrl: parts.publicUrl,
    hstsSubdomains: parts.config.hstsSubdomains,
  });
  const app = Fastify({
    loggerInstance: parts.log,
    bodyLimit: BODY_MAX_BYTES,
    http: {
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: HEADERS_LIMIT_MS,
      connectionsCheckingInterval: HEADERS_CHECK_MS,
      requireHostHeader: false,
    },
    connectionTimeout: SILENCE_LIMIT_MS,
    trustProxy: parts.config.trustedProxies.length > 0 && parts.config.trustedProxies,
    frameworkErrors: (_error, request, reply) => refuseAddress(headers, request, reply),
    clientErrorHandler: (error, socket) => refuseConnection(headers, error, socket),
    routerOptions: { maxParamLength: PARAM_MAX_CHARACTERS, ignoreTrailingSlash: true },
    genReqId: () => crypto.randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
  });
  addSecurityHeaders(app, headers);
  endConnectionsOnClose(app);
  app.addHook('preClose', async () => {
    parts.updates.endStreams();
    // Calls that wait for an image of a screen end with it.
    await parts.screenshots?.close();
  });
  app.addHook('onClose', async () => parts.securityLog.flush());
  handleErrors(app, new RefusedBodies(refused));
  requireHost(app);
  boundHeaders(app);
  refuseKeysInAddresses(app);
  watchArrivingBodies(app, bodies, (sessionId) => void parts.lastSeen.record(sessionId));
  refuseUnknownWrites(app);
  joinChunks(app);
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart);
  readBodies(app);
  if (parts.config.work === 'jobs') answerHealth(app, parts);
  else await answerCalls(app, parts);
  return app;
}

/** All that a process answers which only runs jobs. */
function answerHealth(app: FastifyInstance, parts: Parts): void {
  const { health } = api.system;
  registerRoutes(
    app,
    { ...parts, callers: callersOf(parts) },
    { api: { system: { health } }, handlers: { system: systemHandlers(parts) } },
  );
  app.setNotFoundHandler(() => refuseUnknown());
}

/** Returns the functions by which the rooms identify callers. */
function callersOf(parts: Parts): Callers {
  return {
    findSignIn: (token) => findSignIn(parts.db, token),
    permitKey: (row, key, call) => permitKey(parts, { row, key }, call),
    permitVisitor: ({ request, ids }) => permitVisitor(parts, request, { kinds: null, ids }),
    noteParticipant: (session) => parts.lastSeen.record(session),
  };
}

async function answerCalls(app: FastifyInstance, parts: Parts): Promise<void> {
  const issuer = issuerOf(parts.config, parts.publicUrl);
  const handlers: Handlers = {
    accounts: accountHandlers(parts, issuer),
    signIns: signInHandlers(parts),
    workspaces: workspaceHandlers(parts),
    designToken: designTokenHandlers(parts),
    apiKeys: apiKeyHandlers(parts),
    webhooks: webhookHandlers(parts),
    invitations: invitationHandlers(parts),
    tests: testHandlers(parts),
    sessions: sessionHandlers(parts),
    copies: copyHandlers(parts),
    drafts: draftHandlers(parts),
    participation: participationHandlers(parts),
    personalLinks: personalLinkHandlers(parts),
    uploads: uploadHandlers(parts),
    stills: stillHandlers(parts),
    pictures: pictureHandlers(parts),
    screens: screenHandlers(parts),
    recordings: recordingHandlers(parts),
    outcomes: outcomeHandlers(parts),
    notes: noteHandlers(parts),
    clips: clipHandlers(parts),
    results: resultHandlers(parts),
    answerTags: answerTagHandlers(parts),
    reels: reelHandlers(parts),
    findings: findingHandlers(parts),
    transcripts: transcriptHandlers(parts),
    myRecording: myRecordingHandlers(parts),
    retention: retentionHandlers(parts),
    consent: consentHandlers(parts),
    testExports: exportHandlers(parts),
    viewLinks: viewLinkHandlers(parts),
    views: viewHandlers(parts),
    updates: updateHandlers(parts),
    system: systemHandlers(parts),
  };
  registerRoutes(app, { ...parts, callers: callersOf(parts) }, { api, handlers });
  registerVisitorRoutes(app, parts, { api, handlers });
  if (parts.config.google === null) await serveStandInIssuer(app, issuer);
  if (parts.config.apiDocs) await serveReference(app, parts);
  if (parts.webRoot === null) app.setNotFoundHandler(() => refuseUnknown());
  else {
    await servePages(app, parts.webRoot, {
      frames: {
        creator: prototypeOrigins(parts.prototypeHosts),
        participant: (uniqueId) => frameSourcesOf(parts, uniqueId),
      },
      views: {
        titleOf: (token) => viewTitleOf(parts, token),
        exchange: (token, call) => exchangeOnPage(parts, token, call),
      },
    });
  }
}

/**
 * Browsers leave unused connections open, and a paused player one that it does not read. Neither ends without the server, and
 * stopping must not wait for them.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS);
    app.server.once('close', () => clearTimeout(timer));
  });
}

/** Refuses calls of no row that may have a body, before it is read. */
function refuseUnknownWrites(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ is404, method }) => {
    if (is404 && method !== 'GET' && method !== 'HEAD') refuseUnknown();
  });
}

function refuseUnknown(): never {
  throw new AppError('not_found');
}
