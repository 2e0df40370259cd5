// The look: the system's, unless a person chose. public/static/theme.js applies the choice at start.
import { useSyncExternalStore } from 'react';
import { localText } from './local-store.ts';

export type Theme = 'light' | 'dark';

const choice = localText('theme');
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function read(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemDark.matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  systemDark.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemDark.removeEventListener('change', listener);
  };
}

function choose(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  choice.write(theme);
  for (const listener of listeners) listener();
}

/** The theme in use, and how to choose another. */
export function useTheme(): { theme: Theme; onThemeChange: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, read), onThemeChange: choose };
}
