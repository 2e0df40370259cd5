// Start of each of our three documents: its page replaces the loading text.
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashGuard } from './ui/error-page.tsx';

export function start(page: ReactNode): void {
  const element = document.getElementById('root');
  if (element === null) throw new Error('The document has no #root');
  createRoot(element).render(
    <StrictMode>
      <CrashGuard>{page}</CrashGuard>
    </StrictMode>,
  );
}
