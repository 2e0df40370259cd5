// Runs before the first paint: applies the theme chosen in an earlier visit (see lib/theme.ts).
// Served as unchanging: raise the version in index.html with every change.
(() => {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: stands alone, before any module is loaded.
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: the system's theme is used.
  }
})();
