// Moves the toasts to a corner where they cover no control of what they are about. It is loaded after the first screen.

/** Called once, when the app starts. */
export function placeToasts(): void {
  /** Areas of the controls beside the last press, at that time: a list may lose its row before the toast comes. */
  let pressed: DOMRect[] = [];
  document.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      // An entry of a menu belongs to what the menu was opened beside.
      const opener = target.closest('[role=menu]') ? pressed : [];
      pressed = [...opener, ...areasOf(target)];
    },
    true,
  );
  // The layer of toasts opens again with each toast (ui/toaster.tsx).
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLElement && target.popover === 'manual') place(target, pressed);
    },
    true,
  );
}

const PARTS = 'li, tr, form, header, aside, [role=toolbar], [role=menu]';

/** Returns the areas of the controls beside an element: those of its dialog, else of its row or form. */
function areasOf(element: Element): DOMRect[] {
  const part = element.closest('dialog[open]') ?? element.closest(PARTS) ?? element;
  return [part, ...part.querySelectorAll('*')]
    .filter((one) => one.matches('button, a, input, select, textarea, [role=menuitem]'))
    .map((one) => one.getBoundingClientRect());
}

/** The upper ones are below the top bar. */
const corners = [
  { left: '', right: '', bottom: '', top: '' },
  { left: '0', right: 'auto', bottom: '', top: '' },
  { left: '', right: '', bottom: 'auto', top: '3.5rem' },
  { left: '0', right: 'auto', bottom: 'auto', top: '3.5rem' },
];

function place(layer: HTMLElement, pressed: readonly DOMRect[]): void {
  const { activeElement } = document;
  const focused = activeElement && activeElement !== document.body ? areasOf(activeElement) : [];
  const areas = [...focused, ...pressed];
  const isFree = corners.some((corner) => {
    Object.assign(layer.style, corner);
    const own = layer.getBoundingClientRect();
    return !areas.some((area) => isOverlapping(own, area));
  });
  if (!isFree) Object.assign(layer.style, corners[0]);
}

function isOverlapping(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
