// A task on a picture in the form of a test: the picture, how long it is shown, and its regions.
import type { UseFormReturn } from 'react-hook-form';
import { PICTURE_SECONDS_MAX } from '#contract/limits.ts';
import { pictureOfLink } from '#contract/picture-link.ts';
import type { PictureTask } from '#contract/pictures.ts';
import { usePicture } from '#web/entities/screen/picture.query.ts';
import type { TaskValues, TestValues } from '#web/entities/test/form-values.ts';
import { fieldError } from '#web/entities/test/test-fields.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Name } from '#web/ui/name.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Regions } from './regions.tsx';

interface PictureFieldsProps {
  form: UseFormReturn<TestValues>;
  /** Place of the task in the form, from 0. */
  at: number;
  task: TaskValues;
  /** Numbers of the regions that are the goal. */
  goal: readonly number[];
}

const modes = [
  { id: 'first_click', label: 'First click', text: 'One press ends the task.' },
  {
    id: 'free',
    label: 'Free',
    text: 'Participants press as often as they like, until they are done.',
  },
  {
    id: 'seconds',
    label: 'Some seconds',
    text: 'The picture is shown for a moment, then it is gone.',
  },
] as const;

const DEFAULT_SECONDS = 5;

export const newPictureTask: PictureTask = { mode: 'first_click', seconds: null, regions: [] };

export function PictureFields({ form, at, task, goal }: PictureFieldsProps) {
  const picture = task.picture ?? newPictureTask;
  const image = usePicture(pictureOfLink(task.figmaUrl) ?? '');
  const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
  const change = (changed: Partial<PictureTask>) =>
    form.setValue(`steps.${at}.picture`, { ...picture, ...changed }, options);
  const error = fieldError(form, `steps.${at}.picture`) ?? fieldError(form, `steps.${at}.figmaUrl`);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 font-semibold text-sm">
          Picture {image && <Name>{image.name}</Name>}
        </p>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            form.setValue(`steps.${at}.picture`, undefined, options);
            form.setValue(`steps.${at}.figmaUrl`, '', { shouldDirty: true, shouldValidate: true });
          }}
        >
          Use a link instead
        </Button>
      </div>
      <ChoiceGroup
        label="How the picture is shown"
        choices={modes}
        value={picture.mode}
        onChange={(mode) => change({ mode, seconds: mode === 'seconds' ? DEFAULT_SECONDS : null })}
      />
      <p className="text-muted text-sm">{modes.find(({ id }) => id === picture.mode)?.text}</p>
      {picture.seconds !== null && (
        <TextField
          label="Seconds"
          type="number"
          inputMode="numeric"
          min={1}
          max={PICTURE_SECONDS_MAX}
          value={Number.isNaN(picture.seconds) ? '' : String(picture.seconds)}
          onChange={({ target: { valueAsNumber } }) => change({ seconds: valueAsNumber })}
        />
      )}
      {image === null && (
        <p role="alert">This picture is not there any more. Choose another one.</p>
      )}
      {image && (
        <Regions
          image={image}
          regions={picture.regions}
          canBeGoal={picture.mode !== 'seconds'}
          goal={goal}
          onChange={(regions) => change({ regions })}
          onGoal={(regions) => form.setValue(`steps.${at}.goalRegions`, regions, options)}
        />
      )}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
