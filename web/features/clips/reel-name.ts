// What a new reel is called until a member names it.

/** 'Reel 3', the first number that none has. */
export function newReelName(reels: readonly { name: string }[]): string {
  const names = new Set(reels.map(({ name }) => name));
  let number = reels.length + 1;
  while (names.has(`Reel ${number}`)) number += 1;
  return `Reel ${number}`;
}
