// The three steps (section 1), each with the piece of the product it happens in.
import { Check, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { FerryScreen } from './ferry-screen.tsx';
import { HeatSpot } from './heat-spot.tsx';
import { SectionHeading } from './section-heading.tsx';

export function HowItWorks() {
  return (
    <section id="how-it-works" className="border-line border-t py-20 md:py-28">
      <div className="landing-measure">
        <SectionHeading title="From link to evidence in three steps" />
        <ol className="mt-12 grid gap-x-8 gap-y-14 md:mt-16 lg:grid-cols-3">
          <Step
            number={1}
            title="Create a test"
            text="Name it, say what people should try to do, and paste the link of your prototype."
            picture={<TaskPicture />}
          />
          <Step
            number={2}
            title="Share the link"
            text="Send it to customers, colleagues or strangers. They open it and start; no account, no install."
            picture={<LinkPicture />}
          />
          <Step
            number={3}
            title="Analyze feedback"
            text="Watch each recording and see every click on the frame it landed on, while the next person is still at it."
            picture={<HeatPicture />}
          />
        </ol>
      </div>
    </section>
  );
}

interface StepProps {
  number: number;
  title: string;
  text: string;
  picture: ReactNode;
}

function Step({ number, title, text, picture }: StepProps) {
  return (
    <li className="grid content-start gap-6 md:max-lg:grid-cols-2 md:max-lg:items-center md:max-lg:gap-10">
      <div
        aria-hidden
        className="grid aspect-[16/10] place-items-center overflow-hidden rounded-xl border border-line bg-sunken"
      >
        {picture}
      </div>
      <div>
        <h3 className="flex items-baseline gap-3 text-2xl">
          <span className="text-muted tabular-nums">{number}</span>
          {title}
        </h3>
        <p className="mt-2 max-w-md text-muted">{text}</p>
      </div>
    </li>
  );
}

function TaskPicture() {
  return (
    <div className="w-4/5 max-w-sm rounded-lg border border-line bg-raised p-5 shadow-md">
      <div className="font-semibold text-muted text-xs">Task</div>
      <p className="mt-1.5 text-sm">
        You are going to Naxos with a friend on 14 June. Find a crossing that arrives before two and
        book it.
        <span className="ml-0.5 inline-block h-4 w-0.5 translate-y-0.5 animate-pulse bg-accent" />
      </p>
      <div className="mt-3 flex justify-between border-line border-t pt-3 text-muted text-xs">
        <span className="flex items-center gap-1.5 text-success">
          <Check className="size-3.5" /> Prototype recognised
        </span>
        <span className="tabular-nums">101/400</span>
      </div>
    </div>
  );
}

function LinkPicture() {
  return (
    <div className="grid w-4/5 max-w-sm grid-cols-1 gap-3">
      <div className="flex items-center gap-3 rounded-full border border-line bg-raised py-2 pr-2 pl-4 shadow-md">
        <Link2 className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 grow truncate text-sm">tryout/book-a-crossing</span>
        <span className="flex h-8 shrink-0 items-center gap-1.5 rounded-full bg-ink px-3 font-semibold text-on-ink text-xs">
          <Check className="size-3.5" /> Copied
        </span>
      </div>
      <div className="flex flex-wrap justify-center gap-1.5">
        {['Ines', 'Tomasz', 'Yuki', 'Abena'].map((name, index) => (
          <span
            key={name}
            className="flex items-center gap-1.5 rounded-full bg-raised px-2.5 py-1.5 text-xs shadow-sm"
          >
            <span
              className={
                index < 2 ? 'size-2 rounded-full bg-heat-3' : 'size-2 rounded-full bg-line'
              }
            />
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

function HeatPicture() {
  return (
    <svg
      aria-hidden
      viewBox="400 190 380 237"
      className="size-full"
      preserveAspectRatio="xMidYMid slice"
    >
      <FerryScreen />
      <HeatSpot x={566} y={239} radius={44} heat={0.5} />
      <HeatSpot x={566} y={316} radius={84} heat={1} />
      <HeatSpot x={697} y={316} radius={44} heat={0.4} />
    </svg>
  );
}

/** What a participant will meet first, filled in while the create form is typed. */
export function ParticipantPreview({ name, task }: { name: string; task: string }) {
  return (
    <figure className="grid min-w-0 content-start gap-4">
      <figcaption className="text-muted text-sm">What participants see</figcaption>
      <div
        data-scheme="light"
        className="rounded-xl border border-line bg-surface px-6 py-8 text-text sm:px-10 sm:py-10"
      >
        <p className="text-2xl font-semibold [overflow-wrap:anywhere]">
          {name.trim() || 'Name of your test'}
        </p>
        <p className="mt-6 font-semibold text-sm">Task</p>
        <p
          className={`mt-1 min-h-24 whitespace-pre-line [overflow-wrap:anywhere] ${task.trim() ? '' : 'text-muted'}`}
        >
          {task.trim() || 'What you write as the task appears here, in your own words.'}
        </p>
        <div aria-hidden>
          <p className="mt-6 font-semibold text-sm">Name</p>
          <div className="mt-1.5 h-11 rounded-md border border-line-strong" />
          <p className="mt-4 text-muted text-sm">
            By continuing, you consent to camera, microphone, and screen recording access.
          </p>
          <div className="mt-6 inline-flex h-10 items-center rounded-md bg-ink px-4 font-semibold text-on-ink text-sm">
            Continue
          </div>
        </div>
      </div>
    </figure>
  );
}
