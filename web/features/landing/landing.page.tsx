// The landing page (section 2): the pitch, the create form, how it works, toolkit, price, questions.
import { usePageTitle } from '#web/lib/page-title.ts';
import { SkipLink } from '#web/ui/page-header.tsx';
import { CreateSection } from './create-section.tsx';
import { FaqSection } from './faq-section.tsx';
import { Footer } from './footer.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LandingNav } from './landing-nav.tsx';
import { Pricing } from './pricing.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { useSignInPrompt } from './sign-in-prompt.ts';
import { Toolkit } from './toolkit.tsx';

export function LandingPage() {
  usePageTitle(null);
  const prompt = useSignInPrompt();
  return (
    <>
      <SkipLink />
      <LandingNav onLogin={prompt.askToLogIn} />
      <main id="main" tabIndex={-1}>
        <Hero />
        <HowItWorks />
        <CreateSection onSignInNeeded={prompt.askToCreateAccount} />
        <Toolkit />
        <Pricing />
        <FaqSection />
      </main>
      <Footer />
      <SignInDialog prompt={prompt.open} onClose={prompt.close} />
    </>
  );
}
