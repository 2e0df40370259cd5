// Where each browser keeps a denied permission. Desktop browsers only: others can't share a display, and the page
// says so before it asks for devices.

/** What the browser refuses by its setting. */
export type BlockedDevice = 'camera' | 'microphone';

/** First match; `%` stands for the devices. Edge calls itself Chrome and Safari too, and Chrome Safari. */
const settings: readonly [userAgent: RegExp, steps: string][] = [
  [
    /Edg\//,
    'In Edge, press the lock left of the address, choose Permissions for this site, set % to Allow',
  ],
  [/Firefox\//, 'In Firefox, press the icons left of the address, remove the blocks of %'],
  [
    /^(?!.*(?:OPR|Vivaldi)\/).*Chrom(?:e|ium)\//,
    'In Chrome, press the icon left of the address, switch % on',
  ],
  [
    /Version\/.*Safari\//,
    'In Safari, open the Safari menu, choose Settings for This Website, set % to Allow',
  ],
];
const elsewhere = 'Open the settings of this site (usually the icon left of the address), allow %';

/**
 * A sentence that names the browser's own setting.
 * @param userAgent `navigator.userAgent`; all we have where user-agent client hints are missing.
 * @param blocked what is refused; both where the browser does not tell.
 */
export function permissionHelp(userAgent: string, blocked: readonly BlockedDevice[]): string {
  const [, steps] = settings.find(([browser]) => browser.test(userAgent)) ?? [null, elsewhere];
  const only = blocked.length === 1 ? blocked[0] : null;
  const devices = only
    ? { camera: 'Camera', microphone: 'Microphone' }[only]
    : 'Camera and Microphone';
  return `${steps.replace('%', devices)}, then try again.`;
}
