// A key of the keyboard, beside what it does.
export function Key({ children }: { children: string }) {
  return (
    <kbd className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-mono text-xs">
      {children}
    </kbd>
  );
}
