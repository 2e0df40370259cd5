// Every call there is, in the order data flows. `sessions.start` here is `sessions.start` in the
// server's routes, the browser's client, the API reference and the tests.
import { accounts } from './accounts.api.ts';
import { answerTags } from './answer-tags.api.ts';
import { apiKeys } from './api-keys.api.ts';
import { clips } from './clips.api.ts';
import { consent } from './consent.api.ts';
import { copies } from './copies.api.ts';
import { designToken } from './design-token.api.ts';
import { drafts } from './drafts.api.ts';
import { testExports } from './exports.api.ts';
import { findings } from './findings.api.ts';
import { invitations } from './invitations.api.ts';
import { myRecording } from './my-recording.api.ts';
import { notes } from './notes.api.ts';
import { outcomes } from './outcomes.api.ts';
import { participation } from './participation.api.ts';
import { personalLinks } from './personal-links.api.ts';
import { personalOpening } from './personal-opening.api.ts';
import { pictures } from './pictures.api.ts';
import { recordings } from './recordings.api.ts';
import { reels } from './reels.api.ts';
import { resultSuccesses } from './result-successes.api.ts';
import { results } from './results.api.ts';
import { retention } from './retention.api.ts';
import { screens } from './screens.api.ts';
import { sessions } from './sessions.api.ts';
import { signIns } from './sign-ins.api.ts';
import { stills } from './stills.api.ts';
import { system } from './system.api.ts';
import { testForms } from './test-forms.api.ts';
import { tests } from './tests.api.ts';
import { transcripts } from './transcripts.api.ts';
import { updates } from './updates.api.ts';
import { uploads } from './uploads.api.ts';
import { viewLinks, views } from './view-links.api.ts';
import { webhooks } from './webhooks.api.ts';
import { workspaces } from './workspaces.api.ts';

export const api = {
  accounts,
  signIns,
  workspaces,
  designToken,
  apiKeys,
  webhooks,
  invitations,
  tests: { ...testForms, ...tests },
  copies,
  drafts,
  participation,
  personalLinks: { ...personalLinks, ...personalOpening },
  sessions,
  uploads,
  stills,
  pictures,
  screens,
  recordings,
  outcomes,
  notes,
  clips,
  results: { ...results, ...resultSuccesses },
  answerTags,
  reels,
  findings,
  transcripts,
  myRecording,
  retention,
  consent,
  testExports,
  viewLinks,
  views,
  updates,
  system,
};
export type Api = typeof api;
