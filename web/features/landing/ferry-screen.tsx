// A made-up prototype screen (800 × 500) for illustrations: choosing a ferry crossing. It keeps its
// own colours in both themes, as a participant's design would.

const departures = [
  { time: '07:40', from: 'Piraeus', arrives: '12:15', price: '€ 42' },
  { time: '09:20', from: 'Piraeus', arrives: '13:05', price: '€ 58' },
  { time: '16:00', from: 'Rafina', arrives: '19:50', price: '€ 39' },
];

const ink = '#1b2a4a';
const soft = '#6f7c95';

export function FerryScreen() {
  return (
    <g fontFamily="inherit" fontSize="15">
      <rect width="800" height="500" rx="12" fill="#fbfaf6" />
      <path d="M0 12A12 12 0 0 1 12 0h776a12 12 0 0 1 12 12v108H0Z" fill="#1f4fd8" />
      <path
        d="M0 104c66 0 66 14 133 14s67-14 134-14 66 14 133 14 67-14 133-14 67 14 134 14 66-14 133-14v24H0Z"
        fill="#fbfaf6"
      />
      <text x="40" y="46" fill="#ffffff" fontSize="20" fontWeight="700">
        Kyma Ferries
      </text>
      <text x="40" y="82" fill="#c9d6fb">
        Athens to Naxos, 14 June, 2 people
      </text>
      {['Earliest', 'Cheapest', 'Fastest'].map((label, index) => (
        <g key={label} transform={`translate(${40 + index * 122} 148)`}>
          <rect
            width="110"
            height="36"
            rx="18"
            fill={index === 0 ? ink : '#ffffff'}
            stroke={index === 0 ? ink : '#d5d9e2'}
          />
          <text
            x="55"
            y="23"
            textAnchor="middle"
            fontSize="14"
            fontWeight="600"
            fill={index === 0 ? '#ffffff' : ink}
          >
            {label}
          </text>
        </g>
      ))}
      {departures.map((departure, index) => (
        <Departure key={departure.time} {...departure} top={206 + index * 76} />
      ))}
      <path
        d="M120 500v-42a12 12 0 0 1 12-12h616a12 12 0 0 1 12 12v42"
        fill="#ffffff"
        stroke="#e4e6ec"
      />
      <rect x="140" y="466" width="180" height="10" rx="5" fill="#e4e6ec" />
    </g>
  );
}

interface DepartureProps {
  time: string;
  from: string;
  arrives: string;
  price: string;
  top: number;
}

function Departure({ time, from, arrives, price, top }: DepartureProps) {
  return (
    <g transform={`translate(40 ${top})`}>
      <rect width="720" height="66" rx="12" fill="#ffffff" stroke="#e4e6ec" />
      <text x="24" y="41" fontSize="22" fontWeight="700" fill={ink}>
        {time}
      </text>
      <text x="112" y="30" fontWeight="600" fill={ink}>
        {from}
      </text>
      <text x="112" y="50" fontSize="13" fill={soft}>
        Arrives {arrives}
      </text>
      <text x="526" y="42" fontSize="24" fontWeight="700" textAnchor="middle" fill="#1f4fd8">
        {price}
      </text>
      <rect x="612" y="17" width="88" height="32" rx="8" fill="none" stroke="#b9c1d1" />
      <text x="656" y="38" fontSize="13" textAnchor="middle" fill={soft}>
        Choose
      </text>
    </g>
  );
}

const COLUMNS = 9;
const ROWS = 5;
/** Seats that are gone, by index. */
const taken = new Set([2, 3, 11, 17, 21, 24, 30, 31, 38, 43]);

const seats = Array.from({ length: COLUMNS * ROWS }, (_, index) => ({
  index,
  x: 330 + (index % COLUMNS) * 46,
  // An aisle behind the second row.
  y: 96 + Math.floor(index / COLUMNS) * 58 + (index >= 2 * COLUMNS ? 34 : 0),
}));

/** The made-up prototype's next screen (800 × 500) for illustrations: choosing seats. */
export function FerrySeats() {
  return (
    <g fontFamily="inherit" fontSize="15">
      <rect width="800" height="500" rx="12" fill="#fbfaf6" />
      <text x="316" y="56" fill="#1b2a4a" fontSize="24" fontWeight="700">
        Choose your seats
      </text>
      <rect x="306" y="78" width="454" height="362" rx="56" fill="#ffffff" stroke="#d5d9e2" />
      {seats.map(({ index, x, y }) => (
        <rect
          key={index}
          x={x}
          y={y + 10}
          width="34"
          height="38"
          rx="9"
          fill={taken.has(index) ? '#e4e6ec' : '#c9d6fb'}
        />
      ))}
    </g>
  );
}
