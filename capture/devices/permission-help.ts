// Place where each browser stores a denied permission. Only desktop browsers are listed, because
// others can't share a display and get a message before any device is requested.

/** A device that the browser's settings can refuse. */
export type BlockedDevice = 'camera' | 'microphone';

const elsewhere = 'Open the settings of this site (usually the icon left of the address), allow %';

/**
 * The first match counts: all but Firefox call themselves Safari, and most Chrome. `%` is replaced
 * by the devices.
 */
const settings: readonly [browser: RegExp, steps: string][] = [
  [/OPR\/|Vivaldi\//, elsewhere],
  [
    /Edg\//,
    'In Edge, press the lock left of the address, choose Permissions for this site, set % to Allow',
  ],
  [/Firefox\//, 'In Firefox, press the icons left of the address, remove the blocks of %'],
  [/Chrom(e|ium)\//, 'In Chrome, press the icon left of the address, switch % on'],
  [/Safari\//, 'In Safari, open the Safari menu, choose Settings for This Website, set % to Allow'],
];

/**
 * Returns a sentence that names the browser's own setting.
 * @param userAgent `navigator.userAgent`, the only source in browsers without user-agent client
 * hints
 * @param blocked refused devices; both if the browser does not report them
 */
export function permissionHelp(userAgent: string, blocked: readonly BlockedDevice[]): string {
  const [, steps = elsewhere] = settings.find(([browser]) => browser.test(userAgent)) ?? [];
  const only = blocked.length === 1 ? blocked[0] : null;
  const devices = only
    ? { camera: 'Camera', microphone: 'Microphone' }[only]
    : 'Camera and Microphone';
  return `${steps.replace('%', devices)}, then try again.`;
}
