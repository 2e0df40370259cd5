// How a heatmap is drawn: as heat or as single clicks, and how strong the heat is.
import { useId } from 'react';

export interface HeatStyle {
  shown: 'heat' | 'dots';
  /** Of the heat, 0 to 1. */
  opacity: number;
}

interface HeatChoicesProps {
  value: HeatStyle;
  onChange: (value: HeatStyle) => void;
}

const looks = [
  { id: 'heat', label: 'Heat' },
  { id: 'dots', label: 'Clicks' },
] as const;

export function HeatChoices({ value, onChange }: HeatChoicesProps) {
  const group = useId();
  return (
    <>
      {value.shown === 'heat' && (
        <label className="relative flex items-center gap-2.5 whitespace-nowrap text-muted text-sm max-sm:mr-auto">
          <span className="max-sm:sr-only">Strength</span>
          <input
            type="range"
            min={0.1}
            max={1}
            step={0.05}
            value={value.opacity}
            aria-valuetext={`${Math.round(value.opacity * 100)} %`}
            onChange={(event) => onChange({ ...value, opacity: event.target.valueAsNumber })}
            className="h-6 w-24 cursor-pointer"
          />
        </label>
      )}
      <fieldset className="relative flex rounded-md border border-line bg-sunken p-0.5">
        <legend className="sr-only">Show</legend>
        {looks.map(({ id, label }) => (
          <label
            key={id}
            className="whitespace-nowrap rounded-sm px-3 py-1 font-semibold text-muted text-sm hover:text-text has-checked:bg-surface has-checked:text-text has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              checked={value.shown === id}
              onChange={() => onChange({ ...value, shown: id })}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}
