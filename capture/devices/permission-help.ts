// Where each browser keeps a denied permission, so that a denial is no dead end.

type BrowserName = 'chrome' | 'edge' | 'firefox' | 'safari' | 'other';

const steps: Record<BrowserName, string> = {
  chrome:
    'In Chrome, press the icon left of the address, switch Camera and Microphone on, then try again.',
  edge: 'In Edge, press the lock left of the address, choose Permissions for this site, set Camera and Microphone to Allow, then try again.',
  firefox:
    'In Firefox, press the crossed-out camera or microphone left of the address, remove the blocks, then try again.',
  safari:
    'In Safari, open the Safari menu, choose Settings for This Website, set Camera and Microphone to Allow, then try again.',
  other:
    'Open the settings of this site (usually the icon left of the address), allow camera and microphone, then try again.',
};

/**
 * A sentence that names the browser's own setting.
 * @param userAgent `navigator.userAgent`; all we have where user-agent client hints are missing.
 */
export function permissionHelp(userAgent: string): string {
  return steps[browserName(userAgent)];
}

/** Edge calls itself Chrome and Safari too, and Chrome calls itself Safari: the order matters. */
function browserName(userAgent: string): BrowserName {
  if (/Edg(A|iOS)?\//.test(userAgent)) return 'edge';
  if (/Firefox\/|FxiOS\//.test(userAgent)) return 'firefox';
  if (/Chrome\/|CriOS\/|Chromium\//.test(userAgent)) return 'chrome';
  return /Safari\//.test(userAgent) ? 'safari' : 'other';
}
