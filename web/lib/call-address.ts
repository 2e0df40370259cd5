// Addresses of calls: those of the table, or below a link for viewing in that link's pages.
import { addressOf as ownAddress } from '#contract/endpoint.ts';
import { viewCallsPath } from '#contract/paths.ts';

let below: string | null = null;

/** Sends all later calls below this link. */
export function callBelow(viewLinkId: string): void {
  below = viewLinkId;
}

/** Address of a call as this page makes it. */
export const callAddress: typeof ownAddress = (row, ...input) => {
  const address = ownAddress(row, ...input);
  return below === null || /^\/api\/view(\/|$)/.test(address)
    ? address
    : address.replace(/^\/api/, viewCallsPath(below));
};
