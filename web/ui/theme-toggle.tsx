// Switches between the light and the dark look; what it switches belongs to the caller.
import { Moon, Sun } from 'lucide-react';
import { IconButton } from './button.tsx';

interface ThemeToggleProps {
  theme: 'light' | 'dark';
  onThemeChange: (theme: 'light' | 'dark') => void;
}

export function ThemeToggle({ theme, onThemeChange }: ThemeToggleProps) {
  const next = theme === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <IconButton
      label={`Use the ${next} theme`}
      icon={<Icon aria-hidden className="size-4" />}
      onClick={() => onThemeChange(next)}
    />
  );
}
