// Facts for the consent of a participant of whom clicks and answers alone are stored (step 0).
import { pages } from '#web/lib/pages.ts';
import { Name } from '#web/ui/name.tsx';
import type { SharedLink } from './shared-link.ts';

export function StoredFacts({ link: { test, keptDays } }: { link: SharedLink }) {
  return (
    <section aria-labelledby="stored" className="wrap-anywhere grid gap-1 text-muted text-sm">
      <h2 id="stored" className="font-semibold text-sm">
        Your clicks and answers
      </h2>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          <Name>{test.company || 'The team that invited you'}</Name> can see them and can show them
          to others by a link.
        </li>
        <li>
          {keptDays === null
            ? 'They are stored until you or the team delete them.'
            : `They are deleted after ${keptDays === 1 ? '1 day' : `${keptDays} days`}, or earlier if you or the team delete them.`}
        </li>
        <li>You get a private link to see them or withdraw them at any time.</li>
        <li>
          Questions? Ask the person who sent you the link.{' '}
          <a
            href={pages.privacy.href()}
            target="_blank"
            rel="noreferrer"
            className="font-semibold text-accent underline"
          >
            Privacy<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      </ul>
    </section>
  );
}
