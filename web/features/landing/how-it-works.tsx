// The three steps (section 1), each with the page it happens on.

import type { PictureName } from './pictures.ts';
import { ScreenPicture } from './screen-picture.tsx';
import { SectionHeading } from './section-heading.tsx';

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
    text: 'Read how many reached the goal and where the others went wrong. One press plays those seconds.',
    picture: 'analyze',
    alt: 'The summary of a test: how many people reached the goal, with the interval and a bar of all outcomes.',
  },
];

export function HowItWorks() {
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
