// The stream of updates that open pages read.
import { endpoint } from './endpoint.ts';

export const updates = {
  stream: endpoint({
    method: 'GET',
    path: '/api/updates',
    summary:
      'Server-sent events of the current workspace: `opened` with its id, `change` with what changed, ' +
      '`beat` while nothing does, `ended` once the sign-in may no longer listen, with whether its person ' +
      'is still a member. What happens while ' +
      'nobody is connected is not told later.',
    permission: 'viewer',
    answer: 'event-stream',
    errors: ['too_many_requests', 'unavailable'],
  }),
};
