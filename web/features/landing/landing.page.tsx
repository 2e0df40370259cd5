// The landing page (section 2): the pitch, the create form, how it works, toolkit, price, questions.
import { ArrowDown } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { PLAN_PRICE_USD } from '#contract/limits.ts';
import { mayBeSignedIn } from '#web/entities/account/sign-in-sign.ts';
import { PLAN_INCLUDES } from '#web/entities/workspace/plan.ts';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { buttonStyle } from '#web/ui/button.style.ts';
import { CheckList } from '#web/ui/check-list.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { CrashGuard } from '#web/ui/error-page.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { SkipLink } from '#web/ui/page-header.tsx';
import { FaqSection } from './faq-section.tsx';
import { Footer, LandingNav } from './landing-nav.tsx';
import type { PictureName } from './pictures.ts';
import { ScreenPicture } from './screen-picture.tsx';
import { SectionHeading } from './section-heading.tsx';
import { SignInDialog, useSignInPrompt } from './sign-in-dialog.tsx';
import { Toolkit } from './toolkit.tsx';

export function LandingPage() {
  usePageTitle(null);
  useScrollRestoration();
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

/** The promise, and a picture of the result. */
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

const CreatePanel = lazy(async () => ({
  default: (await loadChunk(() => import('./create-panel.tsx'))).CreatePanel,
}));

const createPanelFailure = (
  <ErrorView title="The form did not load" onRetry={() => location.reload()}>
    Check your connection. Retry loads the page again.
  </ErrorView>
);

/**
 * The create form beside a picture of its result: the participant's first screen. The form loads after the first
 * screen.
 */
function CreateSection({ onSignInNeeded }: { onSignInNeeded: () => void }) {
  return (
    <section id="create" className="border-line border-y bg-sunken py-16 md:py-24">
      <div className="landing-measure grid gap-x-16 gap-y-12 lg:grid-cols-2">
        <div>
          <SectionHeading title="Start with a task">
            Write down what someone should be able to do. That is most of a good test.
          </SectionHeading>
          {/* The placeholder is as tall as the form, so that the content below does not move. */}
          <div className="mt-8 grid min-h-112">
            <CrashGuard fallback={createPanelFailure}>
              <Suspense fallback={<Spinner size="lg" label="Loading the form…" />}>
                <CreatePanel onSignInNeeded={onSignInNeeded} />
              </Suspense>
            </CrashGuard>
          </div>
        </div>
        <figure className="grid min-w-0 content-start gap-4">
          <figcaption className="font-semibold text-sm">What participants see</figcaption>
          <div className="overflow-hidden rounded-lg border border-line">
            <ScreenPicture
              name="participant"
              narrow="participant-narrow"
              alt="The first page of a test: its name, its task, a field for the participant’s name, and Continue."
            />
          </div>
        </figure>
      </div>
    </section>
  );
}

const steps: { title: string; text: string; picture: PictureName; alt: string }[] = [
  {
    title: 'Create a test',
    text: 'Give it a name, write the task, and paste the link of your prototype.',
    picture: 'create',
    alt: 'The form of a new test with its name and its task filled in.',
  },
  {
    title: 'Share the link',
    text: 'Send it to the people you want to watch. They open it and start: no account, nothing to install.',
    picture: 'share',
    alt: 'The test’s page with its share link, to copy or to open.',
  },
  {
    title: 'Analyze feedback',
    text: 'See how many people reached the goal and where the others went wrong. One click plays the moment.',
    picture: 'analyze',
    alt: 'The summary of a test: how many people reached the goal, with the interval and a bar of all outcomes.',
  },
];

/** The three steps (section 1), each with the page it happens on. */
function HowItWorks() {
  return (
    <section id="how-it-works" className="border-line border-t py-16 md:py-24">
      <div className="landing-measure">
        <SectionHeading title="From a link to evidence in three steps" />
        <ol className="mt-8 grid gap-x-8 gap-y-12 md:mt-12 lg:grid-cols-3">
          {steps.map((step, index) => (
            <li
              key={step.title}
              className="grid content-start gap-6 md:max-lg:grid-cols-2 md:max-lg:items-center md:max-lg:gap-8"
            >
              <div className="overflow-hidden rounded-lg border border-line">
                <ScreenPicture name={step.picture} alt={step.alt} />
              </div>
              <div>
                <h3 className="flex items-baseline gap-3 text-xl">
                  <span aria-hidden className="text-muted tabular-nums">
                    {index + 1}
                  </span>
                  {step.title}
                </h3>
                <p className="mt-2 max-w-md text-muted">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** The one plan (section 9), and what it costs here. */
function PricingSection() {
  return (
    <section id="pricing" className="border-line border-t py-16 md:py-24">
      <div className="landing-measure grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <SectionHeading title="One plan, everything in it">
          A copy that you host yourself costs nothing. Tryout is open source, and takes no payments.
        </SectionHeading>
        <div className="grid gap-8 rounded-lg border border-line bg-surface p-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-16 sm:p-8">
          <div>
            <p className="flex items-start font-semibold text-display tabular-nums">
              <span className="mt-1 mr-1 text-2xl">$</span>
              {PLAN_PRICE_USD}
            </p>
            <p className="mt-2 text-muted">monthly</p>
            <a href="#create" className={`${buttonStyle('primary', 'lg')} mt-8`}>
              Create a test
            </a>
          </div>
          <CheckList items={PLAN_INCLUDES} />
        </div>
      </div>
    </section>
  );
}

// Restores the scroll position. The content is rendered by script, after the browser has tried to scroll.

/**
 * For a document without the router. A reload and the way back go to the place that was left, a fresh
 * visit to the part that the address names (`/#pricing`).
 */
function useScrollRestoration(): void {
  useEffect(() => {
    const savedTop: unknown = history.state;
    if (typeof savedTop === 'number') scrollTo({ top: savedTop, behavior: 'instant' });
    else document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
    // The entry's own state; an address within the page gets an entry, and place, of its own.
    const keep = () => history.replaceState(scrollY, '');
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, []);
}
