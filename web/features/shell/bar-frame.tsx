// The frame of the creator's pages: skip link, top bar, the page, all in one measure.
import { Outlet } from 'react-router';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { TopBar } from './top-bar.tsx';

export function BarFrame() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <main id="main" tabIndex={-1} className="creator-measure px-4 py-8 sm:px-6 md:py-12">
        <Outlet />
      </main>
    </>
  );
}
