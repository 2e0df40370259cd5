// The made-up prototype's next screen (800 × 500) for illustrations: choosing seats.
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
