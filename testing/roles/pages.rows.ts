// Roles at what is no call of the contract: pages, their files, the reference, the stand-in issuer.
import { alike, json, type RoleRequest, type RoleRow, type Target } from './role.ts';

const page = (path: string): RoleRequest => ({
  method: 'GET',
  path,
  headers: { accept: 'text/html' },
});
const row = (call: string, request: (target: Target) => RoleRequest, cells = alike()): RoleRow => ({
  call,
  status: 200,
  request,
  cells,
});

/** A page is the same for everybody: what it shows comes by calls. */
export const pageRows: RoleRow[] = [
  row('page /', () => page('/')),
  row('page /dashboard', () => page('/dashboard')),
  row('page /settings', () => page('/settings')),
  row('page /api/tests/{id}', ({ test }) => page(`/api/tests/${test._id}`)),
  row('page /tryout/{uniqueId}', ({ test }) => page(`/tryout/${test.uniqueId}`)),
  row('page /my-recording', () => page('/my-recording')),
  row('file /static/…', () => page('/static/js/main-1a2b3c.js')),
  row('reference /api/docs', () => page('/api/docs')),
  row('stand-in issuer', () => page('/stand-in-issuer/.well-known/openid-configuration')),
  row(
    'stand-in issuer, passed on by a proxy',
    () => ({
      ...page('/stand-in-issuer/.well-known/openid-configuration'),
      headers: { 'x-forwarded-for': '203.0.113.1' },
    }),
    alike('not_found'),
  ),
  row('any address by TRACE', () => ({ method: 'TRACE', path: '/api/health' }), alike('not_found')),
  row('call without a row', () => json('POST', '/api/admin'), alike('not_found')),
];
