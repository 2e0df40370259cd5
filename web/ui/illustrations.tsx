// Pictures for empty places, drawn with the theme's own colours.
import { Frame, Heat } from './broken-illustration.tsx';

function Window({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx="8"
        className="fill-surface stroke-line-strong"
      />
      <path d={`M${x} ${y + 16}h${width}`} className="stroke-line" />
      {[10, 18, 26].map((dx) => (
        <circle key={dx} cx={x + dx} cy={y + 8} r="2" className="fill-line-strong" />
      ))}
    </g>
  );
}

/** Nothing made yet: an empty screen waiting for its first press. */
export function BlankIllustration() {
  return (
    <Frame>
      <Window x={28} y={14} width={152} height={100} />
      <rect x="44" y="44" width="62" height="8" rx="4" className="fill-hover" />
      <rect x="44" y="60" width="92" height="6" rx="3" className="fill-sunken" />
      <rect x="44" y="72" width="80" height="6" rx="3" className="fill-sunken" />
      <rect
        x="44"
        y="90"
        width="46"
        height="14"
        rx="7"
        className="fill-none stroke-line-strong"
        strokeDasharray="3 3"
      />
      <Heat x={150} y={92} r={13} />
      <path
        d="m151 90 20 8-8 3-3 8Z"
        className="fill-text stroke-canvas"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </Frame>
  );
}

/** Nothing found. */
export function NothingFoundIllustration() {
  return (
    <Frame>
      <Window x={20} y={30} width={104} height={74} />
      <rect x="34" y="58" width="48" height="6" rx="3" className="fill-hover" />
      <rect x="34" y="72" width="66" height="6" rx="3" className="fill-sunken" />
      <circle cx="132" cy="64" r="31" className="fill-canvas stroke-text" strokeWidth="5" />
      <path d="m154 87 25 25" className="stroke-text" strokeWidth="8" strokeLinecap="round" />
      <path
        d="M118 64h28"
        className="stroke-line-strong"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="1 8"
      />
    </Frame>
  );
}

/** Nothing recorded yet: a timeline without marks. */
export function WaitingIllustration() {
  return (
    <Frame>
      <Window x={34} y={10} width={140} height={80} />
      <path d="m96 43 20 12-20 12Z" className="fill-line-strong" />
      <rect x="34" y="104" width="140" height="6" rx="3" className="fill-hover" />
      <rect x="34" y="104" width="34" height="6" rx="3" className="fill-accent" />
      <circle cx="68" cy="107" r="8" className="fill-accent stroke-canvas" strokeWidth="3" />
      <Heat x={162} y={80} r={12} />
    </Frame>
  );
}

/** An empty list of people. */
export function PeopleIllustration() {
  return (
    <Frame>
      {[62, 146].map((x) => (
        <g
          key={x}
          className="fill-surface stroke-line-strong"
          strokeWidth="1.5"
          strokeDasharray="4 4"
        >
          <circle cx={x} cy="54" r="16" />
          <path d={`M${x - 28} 110c0-18 12-30 28-30s28 12 28 30Z`} />
        </g>
      ))}
      <circle cx="104" cy="46" r="20" className="fill-accent" />
      <path
        d="M68 116c0-24 15-38 36-38s36 14 36 38Z"
        className="fill-accent stroke-canvas"
        strokeWidth="4"
      />
    </Frame>
  );
}
