// Actions behind one button. The list, with what places it, loads as soon as the button is pointed at.
import { cloneElement, type KeyboardEvent, lazy, Suspense, useState, useTransition } from 'react';
import { ChunkLoadError } from './error-page.tsx';
import type { MenuProps } from './menu-list.tsx';

const load = () => import('./menu-list.tsx');

const MenuList = lazy(async () => {
  try {
    return { default: (await load()).MenuList };
  } catch (error) {
    throw new ChunkLoadError(error);
  }
});

export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false);
  // The button stays, with the focus, until the list has arrived.
  const [isLoading, startTransition] = useTransition();
  const open = () => startTransition(() => setOpened(true));
  // Loads the menu before the press, which shows a failure.
  const loadAhead = () => {
    void load().catch(() => undefined);
    props.onAhead?.();
  };
  if (wasOpened) {
    return (
      <Suspense>
        <MenuList {...props} />
      </Suspense>
    );
  }
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'aria-busy': isLoading || undefined,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
    onPointerEnter: loadAhead,
    onFocus: loadAhead,
  });
}
