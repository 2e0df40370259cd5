// Calls of the tags that members give the texts of answers.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { testId } from './ids.ts';
import { taggedTexts, textTagsChange } from './result-questions.ts';
import { stepInAddress } from './step-number.ts';

export const answerTags = {
  change: endpoint({
    method: 'POST',
    path: '/api/tests/:id/results/questions/:step/tags',
    summary:
      'Adds tags to the texts of several sessions and takes tags off them. A session without a text there is left out.',
    permission: 'member',
    params: z.object({ id: testId, step: stepInAddress }),
    body: textTagsChange,
    answer: taggedTexts,
    errors: ['not_found'],
  }),
};
