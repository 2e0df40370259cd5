// What is in the box, as cards of different weight.
import { CalendarClock, Download, ServerCog, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { FerryScreen, FerrySeats } from './ferry-screen.tsx';
import { HeatSpot } from './heat-spot.tsx';
import { SectionHeading } from './section-heading.tsx';

export function Toolkit() {
  return (
    <section className="py-20 md:py-28">
      <div className="landing-measure">
        <SectionHeading title="A toolkit for one question: what happened?">
          Everything between sending a link and knowing what to change.
        </SectionHeading>
        <div className="mt-12 grid gap-4 md:mt-16 md:grid-cols-2 lg:gap-5 xl:grid-cols-4">
          <BigCard
            title="Click heatmaps, frame by frame"
            text="Every press lands on the screen it was made on, in that screen’s own pixels."
            picture={<FramesPicture />}
          />
          <BigCard
            title="Screen and voice in one recording"
            text="Hear the hesitation next to the click. Seek anywhere; the recording plays at once."
            picture={<VoicePicture />}
          />
          <SmallCard
            icon={<ServerCog />}
            title="Nothing recorded is lost"
            text="The video leaves the browser while it is made. A closed tab or a dead network costs seconds, not the session."
          />
          <SmallCard
            icon={<CalendarClock />}
            title="Open as long as you like"
            text="Close a test by hand, on a date, or after a number of submissions."
          />
          <SmallCard
            icon={<Users />}
            title="Watch as a team"
            text="Invite people into your workspace; everyone sees the same recordings."
          />
          <SmallCard
            icon={<Download />}
            title="Yours to keep"
            text="Download any recording as a video file. Delete it, and it is gone for good."
          />
        </div>
      </div>
    </section>
  );
}

function BigCard({ title, text, picture }: { title: string; text: string; picture: ReactNode }) {
  return (
    <section className="flex flex-col overflow-hidden rounded-xl border border-line bg-surface xl:col-span-2">
      <div aria-hidden className="grow bg-sunken">
        {picture}
      </div>
      <div className="p-6 lg:p-8">
        <h3 className="text-xl">{title}</h3>
        <p className="mt-1.5 max-w-md text-muted">{text}</p>
      </div>
    </section>
  );
}

function SmallCard({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <section className="rounded-xl border border-line p-6">
      <span className="text-accent [&>svg]:size-6">{icon}</span>
      <h3 className="mt-4 text-lg">{title}</h3>
      <p className="mt-1 text-muted">{text}</p>
    </section>
  );
}

function FramesPicture() {
  return (
    <svg aria-hidden viewBox="0 0 640 320" className="block h-auto w-full">
      <g transform="translate(268 84) scale(.56)">
        <FerrySeats />
        <HeatSpot x={612} y={120} radius={70} heat={0.7} />
        <HeatSpot x={520} y={250} radius={50} heat={0.4} />
      </g>
      <g transform="translate(40 40) scale(.56)">
        <rect x="-14" y="-14" width="828" height="528" rx="24" className="fill-sunken" />
        <FerryScreen />
        <HeatSpot x={566} y={240} radius={70} heat={0.6} />
        <HeatSpot x={566} y={316} radius={104} heat={1} />
        <HeatSpot x={697} y={392} radius={60} heat={0.5} />
      </g>
    </svg>
  );
}

/** Loudness of an example voice, 0 to 1. */
const voice = [
  0.2, 0.5, 0.8, 0.6, 0.9, 0.7, 0.3, 0.1, 0.05, 0.05, 0.05, 0.05, 0.08, 0.05, 0.4, 0.7, 0.95, 0.8,
  0.5, 0.6, 0.3, 0.1, 0.05, 0.3, 0.6, 0.4, 0.7, 0.5, 0.2, 0.1,
];

function VoicePicture() {
  return (
    <svg aria-hidden viewBox="0 0 640 320" className="block h-auto w-full">
      {voice.map((loudness, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing.
          key={index}
          x={50 + index * 18}
          y={170 - loudness * 70}
          width="8"
          height={loudness * 140}
          rx="4"
          className={index < 14 ? 'fill-accent' : 'fill-line-strong'}
        />
      ))}
      <path d="M300 54v220" className="stroke-text" strokeWidth="2" />
      <circle cx="300" cy="54" r="7" className="fill-text" />
      {[198, 234, 262].map((x) => (
        <g key={x}>
          <circle cx={x} cy="262" r="9" className="fill-heat-3" />
          <circle cx={x} cy="262" r="4" className="fill-heat-5" />
        </g>
      ))}
      <g transform="translate(322 66)">
        <rect width="232" height="40" rx="8" className="fill-ink" />
        <text x="16" y="26" className="fill-on-ink" fontSize="16">
          “Why is nothing happening?”
        </text>
      </g>
    </svg>
  );
}
