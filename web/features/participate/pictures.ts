// Pictures of a link, and how a task is done on one. Most tests have none, so the first screen does not load this.
import { z } from 'zod/mini';
import { pictureOfLink } from '#contract/picture-link.ts';
import {
  type SharedPicture,
  type SharedPictureTask,
  sharedPicture,
  sharedPictureTask,
} from '#contract/pictures.ts';
import type { Pictures } from '#web/entities/step/step-picture.tsx';
import type { SharedLink } from './shared-link.ts';
import type { SharedTask } from './steps.ts';

const pictures = z.record(z.string(), sharedPicture);

/** Returns the pictures of a link by id. */
export function picturesOf(link: Pick<SharedLink, 'pictures'>): Pictures {
  return pictures.safeParse(link.pictures).data ?? {};
}

/** Returns the picture that a task is done on, or null if it is gone. */
export function pictureOf(
  link: Pick<SharedLink, 'pictures'>,
  figmaUrl: string,
): SharedPicture | null {
  return picturesOf(link)[pictureOfLink(figmaUrl) ?? ''] ?? null;
}

const UNREADABLE: SharedPictureTask = { mode: 'free', seconds: null };

export function pictureTaskOf({ picture }: Pick<SharedTask, 'picture'>): SharedPictureTask {
  return sharedPictureTask.safeParse(picture).data ?? UNREADABLE;
}

export function isOnPicture({ embed }: Pick<SharedTask, 'embed'>): boolean {
  return embed.kind === 'picture';
}
