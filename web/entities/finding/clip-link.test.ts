// The QR code of a clip's link: its three finder patterns and the modules between them.
import { expect, it } from 'vitest';
import { clipLink } from './clip-link.ts';

it('is a code of the address', async () => {
  const address = 'https://tryout.example.com/view/AAAAAAAAAAAAAAAAAAAAAA#clip-3f2b8a10';
  const { size, path, ...link } = await clipLink(address);
  expect(link.address).toBe(address);
  // Version 4 to 7 of the standard: 17 modules and 4 for each version.
  expect((size - 17) % 4).toBe(0);
  const isDark = (x: number, y: number) => path.includes(`M${x} ${y}h`);
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const) {
    expect([isDark(left, top), isDark(left + 1, top + 1), isDark(left + 3, top + 3)]).toEqual([
      ...[true, false, true],
    ]);
  }
});
