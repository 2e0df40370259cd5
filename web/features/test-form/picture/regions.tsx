// The regions of a picture: drawn with a pointer, or added and moved by keys; named, and marked as the goal.
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { REGION_NAME_MAX_CHARACTERS, REGIONS_MAX } from '#contract/limits.ts';
import type { Region } from '#contract/pictures.ts';
import { keepWithin } from '#web/entities/test/test-fields.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { RegionCorners } from './region-corners.tsx';
import {
  cornersOf,
  firstOutline,
  firstRectangle,
  moved,
  type Point,
  resized,
  withinPicture,
} from './region-shapes.ts';

interface RegionsProps {
  image: { url: string; width: number; height: number };
  regions: readonly Region[];
  /** The picture can be pressed. */
  canBeGoal: boolean;
  goal: readonly number[];
  onChange: (regions: Region[]) => void;
  onGoal: (regions: number[]) => void;
}

const tools = [
  { id: 'rectangle', label: 'Rectangle' },
  { id: 'outline', label: 'Outline' },
] as const;

export function Regions({ image, regions, canBeGoal, goal, onChange, onGoal }: RegionsProps) {
  const [tool, setTool] = useState<'rectangle' | 'outline'>('rectangle');
  const isFull = regions.length >= REGIONS_MAX;
  const add = (corners: Point[]) => {
    if (isFull) return;
    const number = freeNumber(regions);
    onChange([...regions, { number, name: `Region ${number}`, corners }]);
  };
  const change = (number: number, fields: Partial<Region>) =>
    onChange(
      regions.map((region) => (region.number === number ? { ...region, ...fields } : region)),
    );
  const remove = (number: number) => {
    onChange(regions.filter((region) => region.number !== number));
    onGoal(goal.filter((other) => other !== number));
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold text-sm">Regions</legend>
      <p className="text-muted text-sm">
        Draw on the picture, or add a region and move it with the arrow keys; Shift and arrow keys
        change its size, Enter shows its corners. Results name what people pressed.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <ChoiceGroup label="Shape to draw" choices={tools} value={tool} onChange={setTool} />
        <Button
          variant="secondary"
          icon={<Plus aria-hidden className="size-4" />}
          disabled={isFull}
          onClick={() => add(tool === 'outline' ? firstOutline(image) : firstRectangle(image))}
        >
          Add a region
        </Button>
      </div>
      <Drawing
        image={image}
        regions={regions}
        goal={goal}
        tool={tool}
        onAdd={add}
        onChange={change}
      />
      <ul className="grid gap-2">
        {regions.map(({ number, name }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <TextField
              className="min-w-0 grow basis-40"
              label={`Name of region ${number}`}
              hideLabel
              autoComplete="off"
              value={name}
              onInput={keepWithin(REGION_NAME_MAX_CHARACTERS)}
              onChange={({ currentTarget: { value } }) => change(number, { name: value })}
            />
            {canBeGoal && (
              <Checkbox
                label="Goal"
                aria-label={`Goal: ${name}`}
                checked={goal.includes(number)}
                onChange={({ currentTarget: { checked } }) =>
                  onGoal(checked ? [...goal, number] : goal.filter((other) => other !== number))
                }
              />
            )}
            <IconButton
              label={`Remove: ${name}`}
              title="Remove"
              icon={<X aria-hidden className="size-4" />}
              onClick={() => remove(number)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function freeNumber(regions: readonly Region[]): number {
  const taken = new Set(regions.map(({ number }) => number));
  return Array.from({ length: REGIONS_MAX }, (_, at) => at + 1).find((n) => !taken.has(n)) ?? 0;
}

interface DrawingProps extends Pick<RegionsProps, 'image' | 'regions' | 'goal'> {
  tool: 'rectangle' | 'outline';
  onAdd: (corners: Point[]) => void;
  onChange: (number: number, fields: Partial<Region>) => void;
}

/** Smallest side of a drawn rectangle in pixels of the picture: a press without a drag draws nothing. */
const LEAST_PX = 4;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns the distance in pixels of the picture that an arrow key stands for, or null for another key. */
function arrowIn({ key }: KeyboardEvent, width: number): Point | null {
  const by = arrows[key];
  const step = Math.max(1, Math.round(width / 100));
  return by ? { x: by.x * step, y: by.y * step } : null;
}

function Drawing({ image, regions, goal, tool, onAdd, onChange }: DrawingProps) {
  const drawing = useRef<SVGSVGElement>(null);
  /** Corners that are drawn now: two of a rectangle, or all of an outline and the pointer. */
  const [corners, setCorners] = useState<readonly Point[]>([]);
  /** The region whose corners are shown, or null. */
  const [editedNumber, setEdited] = useState<number | null>(null);
  const { width, height } = image;
  const pointAt = ({ clientX, clientY }: PointerEvent): Point => {
    const box = drawing.current?.getBoundingClientRect() ?? {
      left: 0,
      top: 0,
      width: 1,
      height: 1,
    };
    const x = ((clientX - box.left) / box.width) * width;
    const y = ((clientY - box.top) / box.height) * height;
    return withinPicture({ x, y }, image);
  };
  const down = (event: PointerEvent<SVGSVGElement>) => {
    const at = pointAt(event);
    if (tool === 'outline') {
      const first = corners[0];
      const closes =
        first && corners.length > 3 && Math.hypot(at.x - first.x, at.y - first.y) < width / 50;
      if (closes) {
        onAdd(corners.slice(0, -1));
        setCorners([]);
      } else setCorners([...corners.slice(0, -1), at, at]);
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    setCorners([at, at]);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (corners.length > 0) setCorners([...corners.slice(0, -1), pointAt(event)]);
  };
  const up = () => {
    const [from, to] = corners;
    if (tool === 'outline' || !from || !to) return;
    setCorners([]);
    const isDrawn = Math.abs(from.x - to.x) >= LEAST_PX && Math.abs(from.y - to.y) >= LEAST_PX;
    if (isDrawn) onAdd(cornersOf(from, to));
  };
  const arrowOf = (event: KeyboardEvent) => arrowIn(event, width);
  const key = (event: KeyboardEvent, { number, corners: before }: Region) => {
    const by = arrowOf(event);
    if (by) {
      const change = event.shiftKey ? resized : moved;
      onChange(number, { corners: change(before, by, image) });
    } else if (event.key === 'Enter') setEdited(number);
    else return;
    event.preventDefault();
  };
  const edited = regions.find(({ number }) => number === editedNumber);
  const [from, to] = corners;
  const line = tool === 'rectangle' && from && to ? cornersOf(from, to) : corners;
  return (
    <div className="relative overflow-hidden rounded-md border border-line">
      <img src={image.url} width={width} height={height} alt="" className="h-auto w-full" />
      <svg
        ref={drawing}
        viewBox={`0 0 ${width} ${height}`}
        className="absolute inset-0 size-full cursor-crosshair touch-none"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onKeyDown={(event) => event.key === 'Escape' && setCorners([])}
      >
        <title>Regions of the picture</title>
        {regions.map((region) => (
          <RegionShape
            key={region.number}
            region={region}
            isGoal={goal.includes(region.number)}
            onKeyDown={(event) => key(event, region)}
          />
        ))}
        {edited && (
          <RegionCorners
            region={edited}
            {...{ image, arrowOf, pointAt }}
            onChange={(changed) => onChange(edited.number, { corners: changed })}
            onLeave={() => {
              setEdited(null);
              drawing.current
                ?.querySelector<SVGGElement>(`[data-region="${edited.number}"]`)
                ?.focus();
            }}
          />
        )}
        {line.length > 1 && (
          <polyline
            points={pointsOf(line)}
            vectorEffect="non-scaling-stroke"
            className="fill-accent/20 stroke-accent"
            strokeWidth={2}
          />
        )}
      </svg>
    </div>
  );
}

interface RegionShapeProps {
  region: Region;
  isGoal: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

function RegionShape({ region: { number, name, corners }, isGoal, onKeyDown }: RegionShapeProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons of its own.
    <g
      role="button"
      tabIndex={0}
      aria-label={`${name}. Arrow keys move it, with Shift they change its size. Enter shows its corners.`}
      data-region={number}
      onKeyDown={onKeyDown}
      className="region"
    >
      <polygon
        points={pointsOf(corners)}
        vectorEffect="non-scaling-stroke"
        className={isGoal ? 'fill-success/30 stroke-success' : 'fill-accent/20 stroke-accent'}
        strokeWidth={2}
      />
    </g>
  );
}

function pointsOf(corners: readonly Point[]): string {
  return corners.map(({ x, y }) => `${x},${y}`).join(' ');
}
