// Addresses that lead nowhere for anyone else: they are not printed, copied or sent.

/** Returns whether only this computer can open the address. */
export function isLocalAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\])$/.test(hostname);
}
