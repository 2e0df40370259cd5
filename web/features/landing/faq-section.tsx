// Questions people ask before their first test.

import { PLAN_PRICE_USD } from '#contract/limits.ts';
import { PLAN_INCLUDES } from '#web/entities/workspace/plan.ts';
import { Accordion } from '#web/ui/accordion.tsx';
import { buttonStyle } from '#web/ui/button.style.ts';
import { CheckList } from '#web/ui/check-list.tsx';
import { SectionHeading } from './section-heading.tsx';

const questions = [
  {
    question: 'What does a participant need?',
    answer:
      'A computer with a current browser, a microphone and a camera, and your link. There is no account and nothing to install. Phones cannot share their screen from a browser, so they cannot take part.',
  },
  {
    question: 'What is recorded?',
    answer:
      'The screen the participant chooses to share and their microphone, with every click in the prototype. A small round self-view is on that screen too. Participants are asked before anything starts and can stop at any time.',
  },
  {
    question: 'Which prototypes work?',
    answer:
      'Prototype links that anyone with the link can open in Figma give recordings and heatmaps. Any other web page that allows being embedded can be recorded too, without heatmaps. The form tells you which one you have as soon as you paste it.',
  },
  {
    question: 'How long can a session be?',
    answer: 'Twenty minutes. Then it stops automatically and everything recorded so far is kept.',
  },
  {
    question: 'What happens when someone closes the tab half-way?',
    answer:
      'The video leaves the browser in small pieces while it is being recorded. What was recorded up to that moment stays watchable, at most the last few seconds are missing.',
  },
  {
    question: 'Can I stop a test from taking more people?',
    answer:
      'Yes: close it by hand, on a date and time, or after a number of submissions. You also decide whether the same person may submit again.',
  },
  {
    question: 'Where are the recordings kept?',
    answer:
      'On the server that runs this installation, or in the object storage its operator chose. Tryout is open source, so that server can be your own.',
  },
];

export function FaqSection() {
  return (
    <section id="faqs" className="border-line border-t py-20 md:py-28">
      <div className="landing-measure grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <SectionHeading title="FAQs">What people ask before their first test.</SectionHeading>
        <Accordion items={questions} />
      </div>
    </section>
  );
}

/** The one plan (section 9). */
export function Pricing() {
  return (
    <section id="pricing" className="border-line border-t py-20 md:py-28">
      <div className="landing-measure grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <SectionHeading title="One plan, everything in it">
          No seats to count and no recordings to ration.
        </SectionHeading>
        <div className="grid gap-10 rounded-2xl border border-line bg-surface p-7 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-14 sm:p-10">
          <div>
            <p className="flex items-start font-bold text-[5.5rem] leading-[0.85] tracking-[-0.06em]">
              <span className="mt-1 mr-1 font-semibold text-3xl">$</span>
              {PLAN_PRICE_USD}
            </p>
            <p className="mt-3 text-muted">monthly</p>
            <p className="mt-6 max-w-56 font-medium">
              A copy that you host yourself costs nothing.
            </p>
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
