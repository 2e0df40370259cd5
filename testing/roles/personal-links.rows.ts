// Roles at the calls of personal links.
import { createPersonalLinks } from '../personal-links.ts';
import { alike, changes, json, type RoleRow, type RoleWorld, type Target } from './role.ts';

async function newLink({ test }: Target, { owner, unused }: RoleWorld) {
  const [link] = await createPersonalLinks(owner, test, [unused()]);
  if (!link) throw new Error('no link');
  return { path: `/api/tests/${test._id}/personal-links/${link._id}`, token: link.token };
}

export const personalLinkRows: RoleRow[] = [
  {
    call: 'personalLinks.address',
    request: async (target, world) =>
      json('POST', `${(await newLink(target, world)).path}/address`),
    cells: changes(),
  },
  {
    call: 'personalLinks.change',
    request: async (target, world) =>
      json('PATCH', (await newLink(target, world)).path, { revoked: true }),
    cells: changes(),
  },
  {
    call: 'personalLinks.open',
    request: async (target, world) =>
      json('POST', `/api/link/${target.test.uniqueId}/personal-link`, {
        token: (await newLink(target, world)).token,
      }),
    cells: alike(),
  },
];
