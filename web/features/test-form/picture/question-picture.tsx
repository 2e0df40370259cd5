// The picture above the answers of a question, which few questions have.
import type { UseFormReturn } from 'react-hook-form';
import { usePicture } from '#web/entities/screen/picture.query.ts';
import type { QuestionValues, TestValues } from '#web/entities/test/form-values.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoosePicture } from './choose-picture.tsx';

interface QuestionPictureProps {
  form: UseFormReturn<TestValues>;
  /** Place of the question in the form, from 0. */
  at: number;
  values: QuestionValues;
}

export function QuestionPicture({ form, at, values: { pictureId } }: QuestionPictureProps) {
  const change = (id: string | undefined) =>
    form.setValue(`steps.${at}.pictureId`, id, { shouldDirty: true, shouldValidate: true });
  if (pictureId === undefined) {
    return (
      <ChoosePicture onUploaded={([picture]) => picture && change(picture.id)}>
        Add a picture
      </ChoosePicture>
    );
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Thumb id={pictureId} />
      <Button variant="quiet" onClick={() => change(undefined)}>
        Remove the picture
      </Button>
    </div>
  );
}

function Thumb({ id }: { id: string }) {
  const picture = usePicture(id);
  return (
    picture && (
      <img src={picture.url} alt="The question shows this" className="max-h-32 rounded-md" />
    )
  );
}
