// Parts of the first screen that load after it.
import { lazy } from 'react';
import { loadChunk } from '#web/lib/lazy-chunk.ts';

const load = async () => (await loadChunk(() => import('./later.chunk.tsx'))).laterParts;

export const BeforeStep = lazy(async () => ({ default: (await load()).BeforeStep }));
export const DeviceNotice = lazy(async () => ({ default: (await load()).DeviceNotice }));
export const ObstacleNotice = lazy(async () => ({ default: (await load()).ObstacleNotice }));
export const RefusalPage = lazy(async () => ({ default: (await load()).RefusalPage }));
