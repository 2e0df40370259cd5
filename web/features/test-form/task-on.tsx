// The fields of a task in the form of a test, with its link, or with its picture in place of one.
import type { UseFormReturn } from 'react-hook-form';
import { pictureLink, pictureOfLink } from '#contract/picture-link.ts';
import type { TaskStep } from '#contract/steps.ts';
import type { TaskValues, TestValues } from '#web/entities/test/form-values.ts';
import { TaskFields } from '#web/entities/test/test-fields.tsx';
import { ChoosePicture } from './picture/choose-picture.tsx';
import { newPictureTask, PictureFields } from './picture/picture-fields.tsx';
import { goalRegionsOf } from './test-changes.ts';

interface TaskOnProps {
  form: UseFormReturn<TestValues>;
  /** Place of the task in the form, from 0. */
  at: number;
  task: TaskValues;
  stored: TaskStep | undefined;
  placeholder: string;
  offersSample: boolean;
  isVariant?: boolean;
}

export function TaskOn({ form, at, task, stored, ...rest }: TaskOnProps) {
  if (pictureOfLink(task.figmaUrl)) {
    const goal = goalRegionsOf(task, stored);
    return (
      <TaskFields
        form={form}
        at={at}
        {...rest}
        picture={<PictureFields form={form} at={at} task={task} goal={goal} />}
      />
    );
  }
  return (
    <>
      <TaskFields form={form} at={at} {...rest} />
      <ChoosePicture
        onUploaded={([picture]) => {
          if (!picture) return;
          const options = { shouldDirty: true, shouldTouch: true };
          form.setValue(`steps.${at}.picture`, task.picture ?? newPictureTask, options);
          form.setValue(`steps.${at}.figmaUrl`, pictureLink(picture.id), {
            ...options,
            shouldValidate: true,
          });
        }}
      >
        Use a picture instead
      </ChoosePicture>
    </>
  );
}
