// A test as a study file: made of what is stored, and turned into a test again.
import { participation } from '#contract/participation.api.ts';
import type { Participation } from '#contract/participation.ts';
import { pictureLink, pictureOfLink } from '#contract/picture-link.ts';
import { questionPictures } from '#contract/questions.ts';
import type { StepInput } from '#contract/step-inputs.ts';
import { isTask, type Step } from '#contract/steps.ts';
import type { StudyFile } from '#contract/study-file.ts';
import { testForms } from '#contract/test-forms.api.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { Test } from '#contract/tests.ts';
import { queryClient } from '#web/entities/query-client.ts';
import { uploadPicture } from '#web/entities/screen/picture.query.ts';
import { prototypeScreensQuery } from '#web/entities/screen/screen.query.ts';
import { call } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/save-file.ts';

/** Returns the body that would create the steps: an earlier step is named by its place. */
export function stepInputs(steps: readonly Step[]): StepInput[] {
  return steps.map(({ number: _, shownWhen, ...step }): StepInput => {
    if (!shownWhen) return step;
    const { step: earlier, ...answers } = shownWhen;
    const at = steps.findIndex(({ number }) => number === earlier) + 1;
    return { ...step, shownWhen: { at, ...answers } };
  });
}

/** Returns the ids of the pictures that the steps show, each once. */
export function picturesIn(steps: readonly StepInput[]): string[] {
  const ids = steps.flatMap((step) => {
    if (isTask(step)) return pictureOfLink(step.figmaUrl) ?? [];
    return step.kind === 'question' ? questionPictures(step) : [];
  });
  return [...new Set(ids)];
}

/** Returns the steps with other pictures. @param ids new ids by those in the steps */
export function withPictures(
  steps: readonly StepInput[],
  ids: ReadonlyMap<string, string>,
): StepInput[] {
  const renamed = (id: string | null | undefined) => (id ? (ids.get(id) ?? id) : id);
  return steps.map((step): StepInput => {
    if (isTask(step)) {
      const id = renamed(pictureOfLink(step.figmaUrl));
      return id ? { ...step, figmaUrl: pictureLink(id) } : step;
    }
    if (step.kind !== 'question') return step;
    const { form } = step;
    const ofOptions =
      'options' in form
        ? {
            ...form,
            options: form.options.map((one) => ({ ...one, pictureId: renamed(one.pictureId) })),
          }
        : form;
    return { ...step, pictureId: renamed(step.pictureId), form: ofOptions };
  });
}

/** Saves a test as a file with the pictures in it. @throws Error when one cannot be read */
export async function saveStudyFile(test: TestOverview): Promise<void> {
  const taking: Participation = await call(participation.get, { params: { id: test._id } });
  const steps = stepInputs(test.steps);
  const pictures: StudyFile['pictures'] = {};
  for (const id of picturesIn(steps)) pictures[id] = await readPicture(id);
  const file: StudyFile = {
    format: 'tryout-study',
    version: 1,
    name: test.name,
    steps,
    participation: taking,
    pictures,
  };
  const text = `${JSON.stringify(file, null, 2)}\n`;
  saveFile(new Blob([text], { type: 'application/json' }), `${fileNameOf(test.name)}.json`);
}

/** Characters that file systems refuse become dashes. */
function fileNameOf(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-').slice(0, 80) || 'study';
}

async function readPicture(id: string): Promise<StudyFile['pictures'][string]> {
  const link = pictureLink(id);
  const { screens } = await queryClient.fetchQuery(prototypeScreensQuery(link, link));
  const [screen] = screens;
  const response = screen?.image && (await fetch(screen.image.url));
  if (!response?.ok) throw new Error('A picture of the test could not be read.');
  return { name: screen?.name ?? '', data: await dataAddressOf(await response.blob()) };
}

function dataAddressOf(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read.'));
    reader.readAsDataURL(blob);
  });
}

/**
 * Creates a test of a file, which the schema has checked.
 * @throws ApiError with the file's places for what the server refuses; Error for a picture that is refused
 */
export async function createFromFile(file: StudyFile, company: string): Promise<Test> {
  const ids = new Map<string, string>();
  for (const [id, { name, data }] of Object.entries(file.pictures)) {
    ids.set(id, (await uploadPicture(fileOf(data, name))).id);
  }
  const steps = withPictures(file.steps, ids).map(({ number: _, ...step }): StepInput => step);
  const first = steps.find(isTask);
  if (!first) throw new Error('The study has no task.');
  const { task, figmaUrl } = first;
  const body = { name: file.name, task, figmaUrl, steps, company };
  const test = await call(testForms.create, { body });
  if (file.participation) {
    await call(participation.change, { params: { id: test._id }, body: file.participation });
  }
  return test;
}

/** Returns a `data:` address as a file. The content policy forbids to fetch one. */
function fileOf(address: string, name: string): File {
  const [head = '', text = ''] = address.split(',', 2);
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  return new File([bytes], name, { type: head.slice('data:'.length).replace(';base64', '') });
}
