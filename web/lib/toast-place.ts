// Moves the toasts to a corner where they cover no control of what they are about. It is loaded after the first screen.

/** The element that was pressed last, and the areas of the controls beside it at that time. */
interface Subject {
  element: Element;
  areas: DOMRect[];
}

/** Called once, when the app starts. */
export function placeToasts(): void {
  let subject: Subject | null = null;
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element) subject = { element: target, areas: areasOf(target) };
    },
    true,
  );
  // The layer of toasts opens again with each toast (ui/toaster.tsx).
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLElement && target.popover === 'manual') place(target, subject);
    },
    true,
  );
}

const PARTS = 'li, tr, form, header, dialog, [role=toolbar], [role=menu]';

/** Returns the areas of the controls beside an element: those of its row, form or dialog. */
function areasOf(element: Element): DOMRect[] {
  const part = element.closest(PARTS) ?? element;
  return [part, ...part.querySelectorAll('*')]
    .filter((one) => one.matches('button, a, input, select, textarea, [role=menuitem]'))
    .map((one) => one.getBoundingClientRect());
}

/** The last one is below the top bar. */
const corners = [
  { left: '', right: '', bottom: '', top: '' },
  { left: '0', right: 'auto', bottom: '', top: '' },
  { left: '', right: '', bottom: 'auto', top: '3.5rem' },
];

function place(layer: HTMLElement, subject: Subject | null): void {
  const { activeElement } = document;
  const focused = activeElement && activeElement !== document.body ? areasOf(activeElement) : [];
  // A list may have lost the element before the toast came.
  const pressed = subject?.element.isConnected ? areasOf(subject.element) : subject?.areas;
  const areas = [...focused, ...(pressed ?? [])];
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
