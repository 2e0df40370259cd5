// Signed addresses of screen images, so that an <img> of a participant or creator can load them without headers.
import { addressOf } from '#contract/endpoint.ts';
import type { ScreenImageId, ViewLinkId } from '#contract/ids.ts';
import { SIGNED_IMAGE_HOURS } from '#contract/limits.ts';
import { screens } from '#contract/screens.api.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';

const HOUR_MS = 3_600_000;

/** Returns the number of the current hour. Addresses of the same hour are equal, so that browsers cache the images. */
export function addressPeriod(): number {
  return Math.ceil(Date.now() / HOUR_MS);
}

/** Returns a same-origin path that is valid for at least SIGNED_IMAGE_HOURS. */
export function screenImageAddress(secrets: Secrets, id: ScreenImageId): string {
  const expires = (addressPeriod() + SIGNED_IMAGE_HOURS) * HOUR_MS;
  const signature = signImage(secrets, id, { expires });
  const params = { screenImageId: id };
  return addressOf(screens.image, { params, query: { expires, signature } });
}

/** @param view the link for viewing whose visitors alone may use the address */
export function signImage(
  secrets: Secrets,
  id: string,
  { expires, view }: { expires: number; view?: ViewLinkId | undefined },
): string {
  return secrets.sign('screen-image', `${view ? `${view}:` : ''}${id}:${expires}`);
}

/** Returns whether the signature of an address is valid and not expired. */
export function isSignedAddress(
  secrets: Secrets,
  id: ScreenImageId,
  {
    expires,
    signature,
    view,
  }: { expires: number; signature: string; view?: ViewLinkId | undefined },
): boolean {
  const signed = `${view ? `${view}:` : ''}${id}:${expires}`;
  return expires > Date.now() && secrets.verify('screen-image', signed, signature);
}
