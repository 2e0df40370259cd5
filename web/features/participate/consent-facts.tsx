// Facts for a participant's consent (step 0): who sees the recording, how long it is stored, and whom to contact.
import { pages } from '#web/lib/pages.ts';
import { Name } from '#web/ui/name.tsx';
import type { SharedLink } from './shared-link.ts';

interface ConsentFactsProps {
  link: Pick<SharedLink, 'test' | 'keptDays' | 'transcribedBy' | 'supportEmail'>;
}

export function ConsentFacts({ link }: ConsentFactsProps) {
  const { test, keptDays, transcribedBy, supportEmail } = link;
  return (
    <section
      aria-labelledby="your-recording"
      className="wrap-anywhere grid gap-1 text-muted text-sm"
    >
      <h2 id="your-recording" className="font-semibold text-sm">
        Your recording
      </h2>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          <Name>{test.company || 'The team that invited you'}</Name> can watch it and can show it to
          others by a link.
        </li>
        <li>
          {keptDays === null
            ? 'It is stored until you or the team delete it.'
            : `It is deleted after ${keptDays === 1 ? '1 day' : `${keptDays} days`}, or earlier if you or the team delete it.`}
        </li>
        <li>You get a private link to see it or withdraw it at any time.</li>
        {transcribedBy !== null && (
          <li>
            After the recording, your audio is sent to {transcribedBy}, which writes down what you
            say.
          </li>
        )}
        <li>
          Questions? Ask the person who sent you the link
          {supportEmail !== null && (
            <>
              {' '}
              or write to{' '}
              <a href={`mailto:${supportEmail}`} className={linkStyle}>
                {supportEmail}
              </a>
            </>
          )}
          . {/* A new tab, because this page has no address for the name that was typed. */}
          <a href={pages.privacy.href()} target="_blank" rel="noreferrer" className={linkStyle}>
            Privacy<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      </ul>
    </section>
  );
}

const linkStyle = 'font-semibold text-accent underline';
