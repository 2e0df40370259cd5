// Whom to write to, by what it is about.
import { pages } from '#web/lib/pages.ts';
import { LegalPage, LegalSection, SupportAddress } from './legal-page.tsx';

export function ContactPage() {
  return (
    <LegalPage
      title="Contact"
      href={pages.contact.href()}
      intro="Three kinds of questions, three people who can answer them."
    >
      <LegalSection title="About a test you were invited to">
        <p>
          Write to the person who sent you the link. Only they and their team can see your
          recording, and they can delete it.
        </p>
      </LegalSection>
      <LegalSection title="About your account or this site">
        <p>
          Write to <SupportAddress />. Say which e-mail address you sign in with, and when something
          went wrong, if it did.
        </p>
      </LegalSection>
      <LegalSection title="About the software">
        <p>
          Tryout is open source. The operator of this site can report a problem with the software
          itself where they got it from.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
