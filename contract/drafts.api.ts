// Calls of the draft of a stored test, which its editors share.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { draft, draftEditing, draftInput, draftVersion, savedDraft } from './drafts.ts';
import { endpoint } from './endpoint.ts';
import { testId } from './ids.ts';
import { DRAFT_BODY_MAX_BYTES, DRAFT_RATE } from './limits.ts';

const params = z.object({ id: testId });

export const drafts = {
  get: endpoint({
    method: 'GET',
    path: '/api/tests/:id/draft',
    summary: 'The draft of a test, with who saved it and when, or null if there is none.',
    permission: 'member',
    params,
    answer: z.object({ draft: z.nullable(draft) }),
    errors: ['not_found'],
  }),
  edit: endpoint({
    method: 'POST',
    path: '/api/tests/:id/draft/editors',
    summary:
      'Says that the caller has the form of the test open, for a minute; answers the version of the draft and the ' +
      'other people who do.',
    permission: 'member',
    params,
    answer: draftEditing,
    rate: DRAFT_RATE,
    errors: ['not_found', 'too_many_requests'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/tests/:id/draft',
    summary:
      'Saves the form of a test as its draft, complete or not. It is refused if the draft has another version than ' +
      'the one named. Participants get nothing of a draft.',
    permission: 'member',
    params,
    body: draftInput,
    bodyMaxBytes: DRAFT_BODY_MAX_BYTES,
    answer: savedDraft,
    rate: DRAFT_RATE,
    errors: ['not_found', 'draft_changed', 'too_many_requests'],
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/api/tests/:id/draft',
    summary: 'Deletes the draft of a test if it has the version named.',
    permission: 'member',
    params,
    query: z.object({ version: draftVersion }),
    answer: message,
    rate: DRAFT_RATE,
    errors: ['not_found', 'draft_changed', 'too_many_requests'],
  }),
};
