// The landing page (section 2): the pitch, the create form, how it works, toolkit, price, questions.

import { ArrowDown } from 'lucide-react';
import { useKeptScroll } from '#web/lib/kept-scroll.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { classNames } from '#web/ui/class-names.ts';
import { SkipLink } from '#web/ui/page-header.tsx';
import { CreateSection } from './create-section.tsx';
import { FaqSection, Pricing } from './faq-section.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Footer, LandingNav } from './landing-nav.tsx';
import { ReviewStage } from './review-stage.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { useSignInPrompt } from './sign-in-prompt.ts';
import { Toolkit } from './toolkit.tsx';

export function LandingPage() {
  usePageTitle(null);
  useKeptScroll();
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

/** The promise, and what it looks like when it is kept. */
function Hero() {
  return (
    <section className="overflow-x-clip pt-10 pb-20 md:pt-16 md:pb-28">
      <div className="landing-measure grid items-center gap-x-14 gap-y-14 xl:grid-cols-[minmax(0,6fr)_minmax(0,7fr)]">
        <div className="max-w-2xl">
          <h1 className="text-display">See it used before it’s built.</h1>
          <p className="mt-7 max-w-xl text-lg text-muted md:text-xl md:leading-8">
            Tryout puts your prototype in front of people and records their screen, their voice and
            every click. You watch what happened, on your own frames.
          </p>
          <div className="mt-9 flex flex-wrap gap-3">
            <a href="#create" className={classNames(buttonStyle('primary', 'lg'), 'max-sm:w-full')}>
              Create a test
              <ArrowDown aria-hidden className="size-5" />
            </a>
            <a
              href="#how-it-works"
              className={classNames(buttonStyle('secondary', 'lg'), 'max-sm:w-full')}
            >
              How it works
            </a>
          </div>
          <p className="mt-6 text-muted text-sm">
            Open source. Participants need a browser and a link, nothing else.
          </p>
        </div>
        <ReviewStage />
      </div>
    </section>
  );
}
