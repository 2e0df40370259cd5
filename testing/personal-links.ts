// Personal links of a test, as a member creates them.
import type { CreatedPersonalLinks } from '#contract/personal-links.ts';
import { PERSONAL_LINK_PARAMETER } from '#contract/personal-token.ts';
import { successBody, type TestClient } from './client.ts';

/** Creates a link for each name and returns their tokens and ids in the order of the names. */
export async function createPersonalLinks(
  client: TestClient,
  { _id }: { _id: string },
  names: readonly string[],
): Promise<{ _id: string; token: string; url: string }[]> {
  const { links } = successBody<CreatedPersonalLinks>(
    await client.post(`/api/tests/${_id}/personal-links`, { names }),
  );
  return links.map(({ _id, url }) => ({ _id, url, token: tokenOf(url) }));
}

function tokenOf(url: string): string {
  return new URL(url).searchParams.get(PERSONAL_LINK_PARAMETER) ?? '';
}
