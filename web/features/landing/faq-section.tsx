// Questions people ask before their first test.

import { Accordion } from '#web/ui/accordion.tsx';
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
    <section id="faqs" className="border-line border-t py-16 md:py-24">
      <div className="landing-measure grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <SectionHeading title="FAQs">What people ask before their first test.</SectionHeading>
        <Accordion items={questions} />
      </div>
    </section>
  );
}
