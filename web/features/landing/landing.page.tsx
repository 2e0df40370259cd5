// The landing page (section 2): the pitch, the create form, how it works, toolkit, price, questions.

import { ArrowDown } from 'lucide-react';
import { mayBeSignedIn } from '#web/entities/account/sign-in-sign.ts';
import { useKeptScroll } from '#web/lib/kept-scroll.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { classNames } from '#web/ui/class-names.ts';
import { SkipLink } from '#web/ui/page-header.tsx';
import { CreateSection } from './create-section.tsx';
import { FaqSection } from './faq-section.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Footer, LandingNav } from './landing-nav.tsx';
import { PricingSection } from './pricing-section.tsx';
import { ScreenPicture } from './screen-picture.tsx';
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
      <LandingNav onLogin={prompt.askToLogIn} isSignedIn={!prompt.wasSent && mayBeSignedIn()} />
      <main id="main" tabIndex={-1}>
        <Hero />
        <HowItWorks />
        <CreateSection onSignInNeeded={prompt.askToCreateAccount} />
        <Toolkit />
        <PricingSection />
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
    <section className="landing-measure pt-8 pb-16 md:pt-12 md:pb-24">
      <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-end">
        <h1 className="text-display">See it used before it’s built.</h1>
        <div>
          <p className="max-w-xl text-lg text-muted">
            Tryout puts your prototype in front of people and records their screen, their voice and
            every click.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <a href="#create" className={classNames(buttonStyle('primary', 'lg'), 'max-sm:w-full')}>
              Create a test
              <ArrowDown aria-hidden className="size-4" />
            </a>
            <a
              href="#how-it-works"
              className={classNames(buttonStyle('secondary', 'lg'), 'max-sm:w-full')}
            >
              How it works
            </a>
          </div>
        </div>
      </div>
      <figure className="mt-8 md:mt-12">
        <div className="overflow-hidden rounded-xl border border-line shadow-lg">
          <ScreenPicture
            first
            name="recording"
            narrow="recording-narrow"
            alt="A recording under review: the video of a participant on the sample’s plant shop, its timeline with a mark for each click, and the list of screens and clicks beside it."
          />
        </div>
        <figcaption className="mt-4 text-muted text-sm">
          Tryout itself, with runs through its sample prototype. Open source, on your own server.
        </figcaption>
      </figure>
    </section>
  );
}
