// Deletions that the server has not answered yet. It is a file of its own because every first screen loads it: what ends
// the sign-in waits here.
const underWay = new Set<Promise<boolean>>();

/** @param done resolves when the server has answered, with whether it deleted the thing */
export function addDeletion(done: Promise<boolean>): void {
  underWay.add(done);
  void done.then(() => underWay.delete(done));
}

/**
 * Resolves when the server has answered all deletions. Calls that end the sign-in or leave the workspace wait for it,
 * because the server would reject a deletion that arrives after them.
 * @throws Error if one failed, so that the person stays and reads why
 */
export async function finishDeletions(): Promise<void> {
  const isDone = await Promise.all(underWay);
  if (isDone.includes(false)) throw new Error('A deletion failed.');
}
