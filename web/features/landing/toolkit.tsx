// Features as cards of different size.
import { CalendarClock, Download, ServerCog, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { ScreenPicture } from './screen-picture.tsx';
import { SectionHeading } from './section-heading.tsx';

export function Toolkit() {
  return (
    <section className="py-16 md:py-24">
      <div className="landing-measure">
        <SectionHeading title="A toolkit for one question: what happened?">
          Everything from sending a link to knowing what to change.
        </SectionHeading>
        <div className="mt-8 grid gap-4 md:mt-12 md:grid-cols-2 lg:gap-6 xl:grid-cols-4">
          <BigCard
            title="Click heatmaps, frame by frame"
            text="Every click is drawn on the screen where it happened. Clicks that hit nothing are marked."
          >
            <ScreenPicture
              name="heatmaps"
              narrow="heatmaps-narrow"
              narrowIn={HALVES}
              alt="A screen of the prototype with the heat of all participants’ clicks, and the places they pressed."
            />
          </BigCard>
          <BigCard
            title="Screen and voice in one recording"
            text="Hear the hesitation beside the click. A recording can be watched while it is made."
          >
            <ScreenPicture
              name="recordings"
              narrow="recordings-narrow"
              narrowIn={HALVES}
              alt="The recordings of one test: who took it, when, for how long, and how often they clicked."
            />
          </BigCard>
          <BigCard
            title="Tasks and questions in one study"
            text="A screening question first, SUS and open questions after the tasks. The overview has a line for each."
          >
            <ScreenPicture
              name="overview"
              narrow="overview-narrow"
              narrowIn={HALVES}
              alt="The overview of a study: each task and question with its people, its number and the interval."
            />
          </BigCard>
          <BigCard
            title="Two versions side by side"
            text="Each person gets one of them. Every difference comes with its interval."
          >
            <ScreenPicture
              name="comparison"
              narrow="comparison-narrow"
              narrowIn={HALVES}
              alt="Two versions of a task compared: the success of both, and the difference with its interval."
            />
          </BigCard>
          <SmallCard
            icon={<ServerCog className="size-5" />}
            title="Recordings you can rely on"
            text="The video leaves the browser while it is made. A closed tab or a lost network costs seconds, not the session."
          />
          <SmallCard
            icon={<CalendarClock className="size-5" />}
            title="Open as long as you like"
            text="Close a test by hand, on a date, or after a number of submissions."
          />
          <SmallCard
            icon={<Users className="size-5" />}
            title="Watch as a team"
            text="Invite people into your workspace. All of you see the same recordings."
          />
          <SmallCard
            icon={<Download className="size-5" />}
            title="Yours to keep"
            text="Download any recording as a video file. Delete it, and it is gone for good."
          />
        </div>
      </div>
    </section>
  );
}

/** Widths at which a big card takes half of the page, or all of a phone's. */
const HALVES = '(width < 36rem), (48rem <= width < 62rem)';

interface BigCardProps {
  title: string;
  text: string;
  children: ReactNode;
}

function BigCard({ title, text, children }: BigCardProps) {
  return (
    <section className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface xl:col-span-2">
      <div className="p-6 lg:p-8">
        <h3 className="text-xl">{title}</h3>
        <p className="mt-2 max-w-lg text-muted">{text}</p>
      </div>
      <div className="mt-auto pl-6 lg:pl-8">
        <div className="overflow-hidden rounded-tl-lg border-line border-t border-l">
          {children}
        </div>
      </div>
    </section>
  );
}

function SmallCard({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <section className="rounded-lg border border-line p-6">
      <span className="text-accent">{icon}</span>
      <h3 className="mt-4 text-lg">{title}</h3>
      <p className="mt-1 text-muted text-sm">{text}</p>
    </section>
  );
}
