// Amounts of bytes as people read them: in steps of a thousand, as disks are sold.
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `0 bytes`, `999 bytes`, `1.5 kB`, `23 GB`: a digit after the point below ten. */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (unit < UNITS.length - 1 && roundedIn(amount, unit) >= 1000) {
    amount /= 1000;
    unit += 1;
  }
  return `${roundedIn(amount, unit)} ${UNITS[unit]}`;
}

function roundedIn(amount: number, unit: number): number {
  return unit === 0 || amount >= 9.95 ? Math.round(amount) : Math.round(amount * 10) / 10;
}
