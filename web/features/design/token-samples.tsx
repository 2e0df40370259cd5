// Colours and type of tokens.css.
import { SampleGroup } from './sample-group.tsx';

const colours = [
  'canvas surface raised sunken hover line line-strong',
  'text muted ink accent accent-soft',
  'danger danger-soft success success-soft warning warning-soft',
  'heat-1 heat-2 heat-3 heat-4 heat-5',
].flatMap((row) => row.split(' '));

const sizes = ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', 'display'];

export function TokenSamples() {
  return (
    <SampleGroup title="Tokens">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
        {colours.map((colour) => (
          <li key={colour} className="text-muted text-xs">
            <div
              className="mb-1 h-12 rounded-md border border-line"
              style={{ background: `var(--color-${colour})` }}
            />
            {colour}
          </li>
        ))}
      </ul>
      <ul className="grid gap-2">
        {sizes.map((size) => (
          <li
            key={size}
            className="truncate"
            style={{
              fontSize: `var(--text-${size})`,
              lineHeight: 1.2,
              letterSpacing: `var(--text-${size}--letter-spacing, normal)`,
            }}
          >
            {size}: See it used before it’s built
          </li>
        ))}
      </ul>
    </SampleGroup>
  );
}
