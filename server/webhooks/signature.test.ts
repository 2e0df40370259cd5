// Signatures of webhooks: the specification's own example, and two while a secret is changed.
import { expect, it } from 'vitest';
import { newSecret, signedHeaders } from './signature.ts';

/** Secret from the tests of Standard Webhooks' own libraries. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
};
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

it('are those of Standard Webhooks', () => {
  expect(signedHeaders([secret], message)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  });
});

it('are two while a secret is changed', () => {
  const headers = signedHeaders([newSecret(), secret], message);
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  expect(headers['webhook-signature']?.split(' ')[1]).toBe(signature);
});
