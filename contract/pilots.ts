// Pilots: members try their own test by its share link with one more parameter, in a session that counts nowhere.

/** Name of the query parameter. A parameter that a test keeps has no hyphen in its name. */
const PILOT_PARAMETER = 'try-it';

/** Returns the address by which a member tries the test of a share link. */
export function pilotAddress(link: string): string {
  return `${link}?${PILOT_PARAMETER}`;
}

export function isPilotIn(query: string): boolean {
  return new URLSearchParams(query).get(PILOT_PARAMETER) !== null;
}
