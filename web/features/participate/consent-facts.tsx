// Facts for a participant's consent (step 0): who sees the recording, how long it is stored, and whom to contact.
import { pages } from '#web/lib/pages.ts';
import { Name } from '#web/ui/name.tsx';
import type { StoredWords } from './device-words.ts';
import type { SharedLink } from './shared-link.ts';

interface ConsentFactsProps {
  link: Pick<SharedLink, 'test' | 'keptDays' | 'transcribedBy' | 'supportEmail'>;
  /** Words for what is stored, or null: a recording. */
  stored: StoredWords | null;
}

const recording: StoredWords = { title: 'Your recording', see: 'watch', it: 'it', itIs: 'It is' };
export function ConsentFacts({ link, stored }: ConsentFactsProps) {
  const { title, see, it, itIs } = stored ?? recording;
  const { test, keptDays, transcribedBy, supportEmail } = link;
  return (
    <section
      aria-labelledby="your-recording"
      className="wrap-anywhere grid gap-1 text-muted text-sm"
    >
      <h2 id="your-recording" className="font-semibold text-sm">
        {title}
      </h2>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          <Name>{test.company || 'The team that invited you'}</Name> can {see} {it} and can show{' '}
          {it} to others by a link.
        </li>
        <li>
          {keptDays === null
            ? `${itIs} stored until you or the team delete ${it}.`
            : `${itIs} deleted after ${keptDays === 1 ? '1 day' : `${keptDays} days`}, or earlier if you or the team delete ${it}.`}
        </li>
        <li>
          You get a private link to see {it} or withdraw {it} at any time.
        </li>
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
