// Pictures of the steps that a body asks for: those of the workspace alone, with regions that lie on them.
import { AppError } from '#contract/errors.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { pictureOfLink } from '#contract/picture-link.ts';
import type { Region } from '#contract/pictures.ts';
import { questionForm, questionPictures } from '#contract/questions.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { NewStep } from '#server/revisions/revisions.db.ts';
import { taskPicture } from '#server/revisions/steps.db.ts';
import { type PictureSize, readPictureSizes } from '#server/screens/screen-images.db.ts';

type StepWithPictures = Pick<NewStep, 'kind' | 'prototypeUrl' | 'content'>;

const GONE = 'This picture is not there any more. Upload it again.';

/** Returns the ids of the pictures that a step shows. */
function picturesOf({ kind, prototypeUrl, content }: StepWithPictures): string[] {
  if (kind === 'task') return [pictureOfLink(prototypeUrl) ?? []].flat();
  if (kind !== 'question') return [];
  return questionPictures({ ...content, form: questionForm.parse(content?.form) });
}

/**
 * Returns the ids of all pictures that the steps show.
 * @param db a transaction with the lock of `lockScreens`, so that no picture goes meanwhile
 * @throws AppError bad_input for a picture that the workspace does not have, and for regions outside of theirs
 */
export async function requirePictures(
  db: Database,
  workspaceId: WorkspaceId,
  steps: readonly StepWithPictures[],
): Promise<string[]> {
  const all = [...new Set(steps.flatMap(picturesOf))];
  if (all.length === 0) return [];
  const sizes = await readPictureSizes(db, workspaceId, all);
  const problems = steps.flatMap((step, at) => problemOf(step, { sizes, path: `steps.${at}` }));
  if (problems.length > 0) {
    throw new AppError('bad_input', { fields: Object.fromEntries(problems) });
  }
  return all;
}

/** Returns the bad fields of a step. */
function problemOf(
  step: StepWithPictures,
  { sizes, path }: { sizes: ReadonlyMap<string, PictureSize>; path: string },
): [string, string][] {
  const isGone = picturesOf(step).some((picture) => !sizes.has(picture));
  if (isGone) return [[`${path}.${step.kind === 'task' ? 'figmaUrl' : 'pictureId'}`, GONE]];
  const size = sizes.get(pictureOfLink(step.prototypeUrl) ?? '');
  const regions = taskPicture(step.content)?.regions ?? [];
  const outside = size && regions.find((region) => !isOn(region, size));
  return outside
    ? [[`${path}.picture`, `The region “${outside.name}” reaches beyond the picture.`]]
    : [];
}

function isOn({ corners }: Region, { width, height }: PictureSize): boolean {
  return corners.every(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);
}
