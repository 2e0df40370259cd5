// First stop of the keyboard: past the navigation, to #main.
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-md bg-ink px-4 py-2 font-semibold text-on-ink text-sm focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  );
}
