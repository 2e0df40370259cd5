// Addresses of this computer alone.
import { expect, it } from 'vitest';
import { isLocalAddress } from './local-address.ts';

it.each([
  ['http://127.0.0.1:3000/api/tests/1', true],
  ['http://localhost/view/x', true],
  ['http://tryout.localhost:3000', true],
  ['http://[::1]:3000/', true],
  ['https://tryout.example.com/view/x', false],
  ['https://localhost.example.com', false],
  ['not an address', false],
])('%s: %s', (address, isLocal) => {
  expect(isLocalAddress(address)).toBe(isLocal);
});
