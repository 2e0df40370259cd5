// A test of the sample prototype, on an app that was started with the sample.
import type { Test } from '#contract/tests.ts';
import type { TestApp } from './app.ts';
import { successBody, type TestClient } from './client.ts';

/** @param fields replace the name, the task and other fields of the form */
export async function createTest(
  { parts }: TestApp,
  owner: TestClient,
  fields: object = {},
): Promise<Test> {
  const form = { name: 'T', task: 't', figmaUrl: parts.samplePrototypeUrl, ...fields };
  return successBody<Test>(await owner.post('/api/tests', form));
}
