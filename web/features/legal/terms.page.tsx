// Terms of use.
import { pages } from '#web/lib/pages.ts';
import { LegalPage, LegalSection, SupportAddress } from './legal-page.tsx';

export function TermsPage() {
  return (
    <LegalPage
      title="Terms"
      href={pages.terms.href()}
      intro="Tryout is open-source software that its operator runs on a server of their own. These terms are between you and that operator."
    >
      <LegalSection title="Your account">
        <p>
          You sign in with the account that this installation asks for: Google, unless the operator
          chose another. You are responsible for what is done with it and for the people you invite
          into your workspace. You can delete your account in the settings at any time; the deletion
          takes effect within 24 hours.
        </p>
      </LegalSection>
      <LegalSection title="Your tests">
        <p>When you create a test and share its link, you promise that</p>
        <ul>
          <li>you have the right to show the prototype to the people you invite;</li>
          <li>
            you invite people who are free to decline, and you tell them truthfully what the
            recording is for;
          </li>
          <li>your task does not ask anyone to reveal passwords, payment details or the like;</li>
          <li>you follow the law that applies to recordings of people where you and they are.</li>
        </ul>
        <p>What you create and what is recorded for you stays yours.</p>
      </LegalSection>
      <LegalSection title="Taking part in a test">
        <p>
          Taking part is voluntary. Nothing is recorded before you allow it in your browser, and you
          can stop at any time. Afterwards you can withdraw your recording by the private link that
          you got. Close what you do not want to show before you share your screen.
        </p>
      </LegalSection>
      <LegalSection title="The service">
        <p>
          The operator may limit or end the service, and may remove content that breaks these terms
          or the law. The software comes without warranty of any kind, as its licence, the GNU
          Affero General Public License 3.0, says in full.
        </p>
      </LegalSection>
      <LegalSection title="Questions">
        <p>
          Write to <SupportAddress />.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
