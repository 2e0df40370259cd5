// Tests of reading a study file: its content, and the line of each fault.
import { describe, expect, it } from 'vitest';
import { faultsAt, readStudyFile } from './study-file-faults.ts';

const task = { kind: 'task', task: 'Find a plant.', figmaUrl: 'https://example.org/shop' };
const file = (more: object = {}) => ({
  format: 'tryout-study',
  version: 1,
  name: 'Plants',
  steps: [task],
  ...more,
});
const textOf = (content: object) => JSON.stringify(content, null, 2);

describe('readStudyFile', () => {
  it('reads a file', () => {
    expect(readStudyFile(textOf(file()))).toEqual({
      file: { ...file(), pictures: {} },
    });
  });

  it.each<[string, string, unknown[]]>([
    [
      'a file of something else',
      '{"name": "Plants"}',
      [
        [1, null],
        [1, null],
        [1, null],
      ],
    ],
    ['text that is no JSON', '{\n  "format": "tryout-study",\n  name: 3\n}', [[3, null]]],
    ['an empty file', '', [[1, null]]],
    ['a later version', textOf(file({ version: 2 })), [[3, null]]],
    ['a step without its text', textOf(file({ steps: [task, { ...task, task: ' ' }] })), [[13, 2]]],
    ['a step of an unknown kind', textOf(file({ steps: [{ kind: 'dance' }] })), [[7, 1]]],
    ['a step without a link', textOf(file({ steps: [{ kind: 'task', task: 'Find.' }] })), [[6, 1]]],
    [
      'a picture with a script',
      textOf(
        file({
          pictures: {
            'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11': {
              name: 'Home',
              data: 'data:image/svg+xml;base64,PHN2Zz4=',
            },
          },
        }),
      ),
      [[15, null]],
    ],
    [
      'a redirect that is no https address',
      textOf(
        file({
          participation: {
            title: '',
            welcome: '',
            thanks: '',
            parameters: [],
            nameFrom: null,
            redirects: {
              completed: 'javascript:alert(1)',
              screenedOut: null,
              full: null,
              closed: null,
            },
            consent: 'plain',
            devices: { microphone: 'required', camera: 'required', screen: 'required' },
          },
        }),
      ),
      [[19, null]],
    ],
  ])('names the lines of %s', (...[, text, places]) => {
    const read = readStudyFile(text);
    const faults = 'faults' in read ? read.faults : [];
    expect(faults.map(({ line, step }) => [line, step])).toEqual(places);
    expect(faults.every((fault) => fault.text !== '' && fault.text !== 'Invalid input')).toBe(true);
  });

  it('survives brackets a hundred thousand deep', () => {
    const read = readStudyFile('['.repeat(100_000));
    expect('faults' in read && read.faults).toHaveLength(1);
  });
});

describe('faultsAt', () => {
  it('names what is around a part that is not there', () => {
    expect(faultsAt(textOf(file()), [[['steps', 0, 'goal', 'screens'], 'No goal.']])).toEqual([
      { line: 6, step: 1, text: 'No goal.' },
    ]);
  });
});
