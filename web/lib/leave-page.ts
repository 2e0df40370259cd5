// State of a deliberate departure from this document by an address of its own: the guard of the
// creator's pages then does nothing, because it would open the landing page with its sign-in.
let isUnderWay = false;

// The browser may show this document again, as it was.
addEventListener('pageshow', () => {
  isUnderWay = false;
});

export function isLeaving(): boolean {
  return isUnderWay;
}

/** Before a call that ends the sign-in; `false` where it failed and the page stays. */
export function setLeaving(is: boolean): void {
  isUnderWay = is;
}

/** Loads an address of ours; nothing else leaves this document meanwhile. */
export function leaveFor(href: string): void {
  isUnderWay = true;
  location.assign(href);
}
