// Ids, names and times that the examples of the API reference share, so that they form one story.

export const company = 'Acme';
export const fileKey = 'AbCdEfGhIjKlMnOpQrStUv';
export const figmaUrl = `https://www.figma.com/proto/${fileKey}/Shop?node-id=1-2`;
export const uniqueId = 'q7Yx0f3VbT2mKc9LrN5sDw';
export const testId = '019a9e04-1c55-7d10-9b52-3f0a6f5a2c11';
export const revisionId = '019a9e04-1c55-7d10-9b52-41c07a5be902';
export const workspaceId = '01890a5d-ac96-774b-bcce-b302099a8057';
export const recordingId = '019aa381-60e4-7b7e-a1d4-0c2b9f6d8e21';
export const uploadId = '019aa381-60e4-7b7e-a1d4-1f5c0a7e9b30';
export const screenImageId = '019a9e04-2f70-7aa2-8c19-6e4d1b0f9a42';
export const exportId = '019aaa02-7a10-7c3e-8f00-5d2f6f0b7a02';
/** 21 November 2026, 10:35:20 UTC. */
export const startedAtMs = Date.UTC(2026, 10, 21, 10, 35, 20);
export const userTimestamp = `Grace Hopper_${startedAtMs}`;
