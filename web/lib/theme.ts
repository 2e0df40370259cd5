// The look: the system's, unless a person chose. public/static/theme.js applies the choice at start.
import { Store } from '#capture/store.ts';
import { localText } from './local-store.ts';
import { useStore } from './use-store.ts';

export type Theme = 'light' | 'dark';

const choice = localText('theme');
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const inUse = new Store(read());
systemDark.addEventListener('change', () => inUse.set(read()));

function read(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemDark.matches ? 'dark' : 'light';
}

function choose(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  choice.write(theme);
  inUse.set(theme);
}

/** The theme in use, and how to choose another. */
export function useTheme(): { theme: Theme; onThemeChange: (theme: Theme) => void } {
  return { theme: useStore(inUse), onThemeChange: choose };
}
