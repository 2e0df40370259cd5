// Contact addresses by topic.
import { pages } from '#web/lib/pages.ts';
import { LegalPage, LegalSection, SupportAddress } from './legal-page.tsx';

export function ContactPage() {
  return (
    <LegalPage
      title="Contact"
      href={pages.contact.href()}
      intro="Whom to write to depends on your question."
    >
      <LegalSection title="About a test you were invited to">
        <p>
          Write to the person who sent you the link. They and their team can watch your recording in
          Tryout, and delete it.
        </p>
      </LegalSection>
      <LegalSection title="About your account or this site">
        <p>
          Write to <SupportAddress />. Name the email address you sign in with. If something went
          wrong, say what you did and when.
        </p>
      </LegalSection>
      <LegalSection title="About the software">
        <p>
          Tryout is open source, under the GNU Affero General Public License 3.0. If you run it,
          report a fault where you got the software.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
