// Where each browser keeps a denied permission, so that a denial is no dead end.

/** What the browser refuses by its setting. */
export type BlockedDevice = 'camera' | 'microphone';

type BrowserName = 'chrome' | 'edge' | 'firefox' | 'safari';
type System = 'desktop' | 'android' | 'ios';
/** What stands in the setting: 'Camera and Microphone', or one of them. */
type Steps = (devices: string) => string;

const titles: Record<BrowserName, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
};

const desktop: Record<BrowserName, Steps> = {
  chrome: (devices) => `In Chrome, press the icon left of the address, switch ${devices} on`,
  edge: (devices) =>
    `In Edge, press the lock left of the address, choose Permissions for this site, set ${devices} to Allow`,
  firefox: (devices) =>
    `In Firefox, press the icons left of the address, remove the blocks of ${devices}`,
  safari: (devices) =>
    `In Safari, open the Safari menu, choose Settings for This Website, set ${devices} to Allow`,
};

/** Safari has no Android; there `safari` stands for whatever else calls itself so. */
const android: Record<BrowserName, Steps> = {
  chrome: (devices) =>
    `In Chrome, tap the icon left of the address, choose Permissions, allow ${devices}`,
  edge: (devices) =>
    `In Edge, tap the lock left of the address, choose Permissions, allow ${devices}`,
  firefox: (devices) => `In Firefox, tap the lock left of the address, allow ${devices}`,
  safari: (devices) => other(devices),
};

function other(devices: string): string {
  return `Open the settings of this site (usually the icon left of the address), allow ${devices}`;
}

/**
 * A sentence that names the browser's own setting.
 * @param userAgent `navigator.userAgent`; all we have where user-agent client hints are missing.
 * @param blocked what is refused; both where the browser does not tell.
 */
export function permissionHelp(userAgent: string, blocked: readonly BlockedDevice[]): string {
  const browser = browserName(userAgent);
  const steps = browser === null ? other : stepsOf(browser, systemOf(userAgent));
  return `${steps(devicesOf(blocked))}, then try again.`;
}

function devicesOf(blocked: readonly BlockedDevice[]): string {
  const [only] = blocked;
  if (blocked.length !== 1) return 'Camera and Microphone';
  return only === 'camera' ? 'Camera' : 'Microphone';
}

function stepsOf(browser: BrowserName, system: System): Steps {
  if (system === 'desktop') return desktop[browser];
  if (system === 'android') return android[browser];
  if (browser === 'safari') {
    return (devices) =>
      `In Safari, tap the page menu beside the address, choose Website Settings, set ${devices} to Allow`;
  }
  // Every other browser there keeps it in the system's settings.
  return (devices) => `In the Settings app, choose ${titles[browser]}, switch ${devices} on`;
}

function systemOf(userAgent: string): System {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'desktop';
}

/** Edge calls itself Chrome and Safari too, and Chrome calls itself Safari: the order matters. */
function browserName(userAgent: string): BrowserName | null {
  if (/OPR\/|SamsungBrowser\/|Vivaldi\//.test(userAgent)) return null;
  if (/Edg(A|iOS)?\//.test(userAgent)) return 'edge';
  if (/Firefox\/|FxiOS\//.test(userAgent)) return 'firefox';
  if (/Chrome\/|CriOS\/|Chromium\//.test(userAgent)) return 'chrome';
  return /Safari\//.test(userAgent) ? 'safari' : null;
}
