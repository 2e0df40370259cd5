// The hero's picture: a recording under review, with the heat of its clicks and their timeline.
import { FerryScreen } from './ferry-screen.tsx';
import { HeatSpot } from './heat-spot.tsx';

/** Seconds of the example's clicks within its 96 seconds; `missed`: on something that does nothing. */
const marks = [
  { at: 9, missed: false },
  { at: 21, missed: true },
  { at: 25, missed: true },
  { at: 29, missed: true },
  { at: 43, missed: true },
  { at: 58, missed: false },
  { at: 71, missed: false },
  { at: 84, missed: false },
];
const LENGTH_SECONDS = 96;

export function ReviewStage() {
  return (
    <figure className="relative min-w-0">
      <div
        role="img"
        aria-label="Example of a review: a ferry booking prototype with a hot spot on a price that is no button, and the clicks marked on the recording’s timeline."
        className="rounded-xl border border-line bg-surface p-2 shadow-lg sm:p-3"
      >
        <div className="flex items-center gap-3 px-2 pt-1 pb-3 text-sm">
          <span className="relative flex size-2.5">
            <span className="size-2.5 rounded-full bg-heat-3" />
          </span>
          <span className="font-semibold">Book a crossing</span>
          <span className="text-muted max-sm:hidden">Participant 7 of 14</span>
          <span className="ml-auto text-muted tabular-nums">0:29 / 1:36</span>
        </div>
        <div className="overflow-hidden rounded-lg border border-line">
          <svg viewBox="0 0 800 500" aria-hidden className="block h-auto w-full">
            <FerryScreen />
            <g className="hero-heat">
              <HeatSpot x={566} y={300} radius={92} heat={1} className="heat-in heat-in-1" />
              <HeatSpot x={697} y={300} radius={46} heat={0.5} className="heat-in heat-in-2" />
              <HeatSpot x={566} y={376} radius={54} heat={0.6} className="heat-in heat-in-3" />
              <HeatSpot x={150} y={168} radius={42} heat={0.35} className="heat-in heat-in-4" />
            </g>
            <SelfView />
            <path
              d="m0 0 7.500 27 5.500-10.500L24 11Z"
              className="stage-pointer fill-[#0e1619] stroke-[#ffffff]"
              strokeWidth="2.500"
              strokeLinejoin="round"
            />
          </svg>
        </div>
        <div className="flex items-center gap-3 px-2 pt-4 pb-2">
          <svg viewBox="0 0 10 12" aria-hidden className="h-4 w-3.5 fill-text">
            <path d="M0 0h3.500v12H0zM6.500 0H10v12H6.500z" />
          </svg>
          <Timeline />
        </div>
      </div>
      <figcaption className="-mt-2 relative ml-auto w-[min(20rem,88%)] rounded-lg bg-ink px-5 py-4 text-on-ink shadow-lg sm:mr-6 xl:-mr-4">
        <span className="block font-semibold leading-snug">11 of 14 pressed the price.</span>
        <span className="mt-1 block text-sm leading-snug opacity-80">
          It isn’t a button. No one had said so in three design reviews.
        </span>
      </figcaption>
    </figure>
  );
}

function SelfView() {
  return (
    <g transform="translate(58 452) scale(0.8)">
      <circle r="40" fill="#2c4a52" stroke="#ffffff" strokeWidth="4" />
      <clipPath id="self-view">
        <circle r="38" />
      </clipPath>
      <g clipPath="url(#self-view)">
        <path d="M-34 50C-34 20-16 12 0 12s34 8 34 38Z" fill="#d9b15c" />
        <path d="M-8 0H8v18a8 8 0 0 1-16 0Z" fill="#a9673f" />
        <circle cy="-6" r="15" fill="#bd7a4e" />
        <path d="M-17-4c-3-16 6-22 17-22s20 6 17 22c-4-8-8-10-17-10s-13 2-17 10Z" fill="#1d1512" />
      </g>
    </g>
  );
}

function Timeline() {
  return (
    <svg viewBox="0 0 960 24" preserveAspectRatio="none" aria-hidden className="h-6 min-w-0 grow">
      <rect y="10" width="960" height="4" rx="2" className="fill-hover" />
      <rect y="10" width="290" height="4" rx="2" className="fill-text" />
      {marks.map(({ at, missed }) => (
        <rect
          key={at}
          x={(at / LENGTH_SECONDS) * 960 - 2}
          y={missed ? 2 : 6}
          width="5"
          height={missed ? 20 : 12}
          rx="2"
          className={missed ? 'fill-heat-3' : 'fill-line-strong'}
        />
      ))}
    </svg>
  );
}
