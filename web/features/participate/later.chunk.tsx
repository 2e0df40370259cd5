// Entry of the chunk with those parts of the first screen that most participants do not need at once.
import { BeforeStep } from './before-step.tsx';
import { DeviceNotice } from './device-notice.tsx';
import { ObstacleNotice } from './obstacle-notice.tsx';
import { RefusalPage } from './refusal-page.tsx';

export const laterParts = { BeforeStep, DeviceNotice, ObstacleNotice, RefusalPage };
