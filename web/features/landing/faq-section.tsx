// Questions of visitors before their first test.

import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { Accordion } from '#web/ui/accordion.tsx';
import { CrashGuard } from '#web/ui/error-page.tsx';
import { SectionHeading } from './section-heading.tsx';

const RecordingFacts = lazy(async () => ({
  default: (await loadChunk(() => import('./recording-facts.tsx'))).RecordingFacts,
}));

const questions = [
  {
    question: 'What does a participant need?',
    answer:
      'Your link, and a computer with a current browser and a microphone; a camera if there is one. There is no account and nothing to install. Phones cannot share their screen from a browser, so they cannot take part.',
  },
  {
    question: 'What is recorded?',
    answer: <Recorded />,
  },
  {
    question: 'Which prototypes work?',
    answer:
      'Figma prototypes that anyone with the link can open, and any other web page that can be embedded. The form says what is recorded as soon as you paste the link.',
  },
  {
    question: 'How long can a session be?',
    answer:
      'Twenty minutes for a task, and an hour for several. Then it stops automatically and everything recorded so far is kept.',
  },
  {
    question: 'What happens when someone closes the tab half-way?',
    answer:
      'The video leaves the browser in small pieces while it is recorded. What was recorded up to that moment can be watched; at most the last few seconds are missing.',
  },
  {
    question: 'Can I stop a test from taking more people?',
    answer:
      'Yes: close it by hand, on a date and time, or after a number of submissions. You also decide whether the same browser may submit again.',
  },
  {
    question: 'Where are the recordings stored?',
    answer:
      'On the server that runs this installation, or in the object storage its operator chose. Tryout is open source, so that server can be your own.',
  },
];

/** Recording facts of this installation, in the sentences of the create form. */
function Recorded() {
  return (
    <>
      The screen the participant chooses to share, with a small round self-view, and their voice.
      Participants are asked before anything starts and can stop at any time.
      {/* The answer above is true without them. */}
      <CrashGuard fallback={<span />}>
        <Suspense fallback={null}>
          <RecordingFacts />
        </Suspense>
      </CrashGuard>
    </>
  );
}

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
