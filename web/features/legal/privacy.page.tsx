// Privacy page: stored data, storage periods, and access.
import { useQuery } from '@tanstack/react-query';
import { aboutQuery } from '#web/entities/about.query.ts';
import { pages } from '#web/lib/pages.ts';
import { LegalPage, LegalSection, SupportAddress } from './legal-page.tsx';

export function PrivacyPage() {
  const transcribedBy = useQuery(aboutQuery).data?.transcribedBy ?? null;
  return (
    <LegalPage
      title="Privacy"
      href={pages.privacy.href()}
      intro="What this installation of Tryout stores about you, why, and when it is deleted."
    >
      <LegalSection title="If you take part in a test">
        <ul>
          <li>
            The name you type, which need not be your real one, or the name for which the team made
            a personal link.
          </li>
          <li>
            The screen, window or tab you choose to share, and your microphone, from the end of the
            countdown until you stop. The camera feeds the small self-view; it is recorded as far as
            it is visible on the shared screen. A test may do without some of these, or without a
            recording; its first page names what it uses.
          </li>
          {transcribedBy !== null && (
            <li className="wrap-anywhere">
              What you say, as text. After the recording its sound goes to {transcribedBy}, which
              writes it down.
            </li>
          )}
          <li>Where you click in the prototype, on which of its screens, and when.</li>
          <li>Your answers to questions, and what the link brought along, such as a panel’s id.</li>
          <li>To what you agreed, to which version of a text, and when.</li>
          <li>
            Answers to questions that decide who takes part, if you do. If you do not, the answer
            that decided is counted, without anything that names you.
          </li>
          <li>
            A random key in your browser, so that a test can tell that this browser has taken it
            before, another one for the day, so that a link that you open twice counts once, your
            private link, and pieces of the video until the server has stored them.
          </li>
        </ul>
        <p>
          The person who sent you the link and their team can watch and download this, and show it
          to others by a link for viewing, with your name or without. When you take part you get a
          private link, at the end and in the browser that you used: with it you can see your
          recording and withdraw it. Withdrawing removes the video, the clicks, your answers, what
          you said as text, and what others noted or clipped of it, within minutes and for good; the
          team sees that one recording was withdrawn, not whose. Without the link, ask the person
          who invited you.
        </p>
      </LegalSection>
      <LegalSection title="If you create tests">
        <ul>
          <li>
            Your name, email address and account number, as the sign-in service gives them: Google,
            unless the operator chose another. Tryout does not see your password.
          </li>
          <li>Your company name, your team, your tests and their recordings.</li>
          <li>
            Cookies that keep you signed in and protect your requests. There are no cookies for
            advertising or analysis.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="Who else is involved">
        <p>
          The prototype is shown from the design tool’s own site, inside the page. That site learns
          that it was opened, as it does whenever you open a prototype there. Recordings are kept on
          the operator’s server or in the object storage the operator chose.{' '}
          {transcribedBy === null
            ? 'Tryout sends them to no one else.'
            : `Their sound alone goes to ${transcribedBy}, the server that the operator chose to write down what is said. Tryout sends them to no one else.`}
        </p>
      </LegalSection>
      <LegalSection title="How long">
        <p>
          Recordings stay until their participant withdraws them or someone in the workspace deletes
          them or the test. A workspace may also delete them after a time, such as 90 days; the
          participant’s first page then says so. When an account is deleted, its workspace and
          everything in it is deleted within 24 hours. Copies that people have downloaded, and the
          operator’s backups, are not in Tryout’s hands.
        </p>
        <p>
          To keep floods of calls out, calls are counted by the internet address they come from.
          These counts are deleted within two hours. A session that records nothing is deleted after
          a week, with the mark by which sessions of one address are counted.
        </p>
      </LegalSection>
      <LegalSection title="Your rights">
        <p>
          You may ask what is stored about you, have it corrected or deleted, and complain to your
          data protection authority. Write to <SupportAddress />.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
