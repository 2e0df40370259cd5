// Opacity of the heat over the picture.
interface HeatStrengthProps {
  /** 0 to 1. */
  value: number;
  onChange: (value: number) => void;
}

export function HeatStrength({ value, onChange }: HeatStrengthProps) {
  return (
    <label className="flex items-center gap-2 whitespace-nowrap">
      Strength
      <input
        type="range"
        min={0.1}
        max={1}
        step={0.05}
        value={value}
        aria-valuetext={`${Math.round(value * 100)} %`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-6 w-24 cursor-pointer"
      />
    </label>
  );
}
