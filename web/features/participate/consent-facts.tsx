// Facts for a participant's consent (step 0): who sees the recording, or the clicks and answers where there is none, how long
// they are stored, and whom to contact.
import { pages } from '#web/lib/pages.ts';
import { Name } from '#web/ui/name.tsx';
import type { SharedLink } from './shared-link.ts';

interface ConsentFactsProps {
  link: Pick<SharedLink, 'test' | 'keptDays' | 'transcribedBy' | 'supportEmail'>;
  /** Clicks and answers alone are stored. */
  isAlone: boolean;
}

const ofRecording = { title: 'Your recording', see: 'watch it', It: 'It is', it: 'it' };
const ofAnswers = { title: 'Your clicks and answers', see: 'see them', It: 'They are', it: 'them' };

export function ConsentFacts({ link, isAlone }: ConsentFactsProps) {
  const { title, see, It, it } = isAlone ? ofAnswers : ofRecording;
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
          <Name>{test.company || 'The team that invited you'}</Name> can {see} and can show {it} to
          others by a link.
        </li>
        <li>
          {keptDays === null
            ? `${It} stored until you or the team delete ${it}.`
            : `${It} deleted after ${keptDays === 1 ? '1 day' : `${keptDays} days`}, or earlier if you or the team delete ${it}.`}
        </li>
        <li>
          You get a private link to see {it} or withdraw {it} at any time.
        </li>
        {!isAlone && transcribedBy !== null && (
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
