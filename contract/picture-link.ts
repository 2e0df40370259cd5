// The link of a task on a picture: `picture:` and the id of a picture that a member has uploaded.

const pattern = /^picture:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** Returns the picture of a link, or null for a link to anything else. */
export function pictureOfLink(link: string): string | null {
  return pattern.exec(link)?.[1] ?? null;
}

export function pictureLink(id: string): string {
  return `picture:${id}`;
}

/** Digits of an id (base 16) that make one number of a node id. */
const DIGITS = 9;

/**
 * Returns the node id of a picture among screens: a picture is the one screen of a file of its own. It is made of the
 * random end of the picture's id, so that two pictures of a session are two screens.
 */
export function pictureScreen(id: string): string {
  const end = id.replaceAll('-', '').slice(-2 * DIGITS);
  const [first, second] = [end.slice(0, DIGITS), end.slice(DIGITS)];
  return `${Number.parseInt(first, 16)}:${Number.parseInt(second, 16)}`;
}
