// Reads the text of a study file, and says what is wrong with it in which line.
import { type AnyNode, parse } from '@humanwhocodes/momoa';
import { type StudyFile, studyFile } from '#contract/study-file.ts';

export interface FileFault {
  /** Line of the file, from 1, or null where it is not known. */
  line: number | null;
  /** Place of the step, from 1, or null outside of the steps. */
  step: number | null;
  text: string;
}

type Path = readonly PropertyKey[];

/** Reads the text of a file. */
export function readStudyFile(text: string): { file: StudyFile } | { faults: FileFault[] } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { faults: [syntaxFault(text)] };
  }
  const parsed = studyFile.safeParse(content);
  if (parsed.success) return { file: parsed.data };
  // A part may break several rules with one sentence.
  const found = new Map(
    parsed.error.issues.map(({ path, message }) => [path.join('.'), { path, message }]),
  );
  return {
    faults: faultsAt(
      text,
      [...found.values()].map(({ path, message }) => [path, sentenceOf(message)] as const),
    ),
  };
}

/** Parts without a sentence of their own have one that says nothing about the file. */
function sentenceOf(message: string): string {
  return message === 'Invalid input' ? 'This part is missing or of another kind.' : message;
}

/** Returns faults with their lines. @param found sentences by their place in the content */
export function faultsAt(text: string, found: readonly (readonly [Path, string])[]): FileFault[] {
  const tree = parse(text).body;
  return found.map(([path, sentence]) => {
    const [part, index] = path;
    const isOfStep = part === 'steps' && typeof index === 'number';
    return { line: lineOf(tree, path), step: isOfStep ? index + 1 : null, text: sentence };
  });
}

/** Returns the line of the part at a path, or of what is around it where it is missing. */
function lineOf(tree: AnyNode, path: Path): number {
  let node: AnyNode = tree;
  for (const key of path) {
    const next: AnyNode | undefined = partOf(node, key);
    if (!next) break;
    node = next;
  }
  return node.loc?.start.line ?? 1;
}

function partOf(node: AnyNode, key: PropertyKey): AnyNode | undefined {
  if (node.type === 'Array') return node.elements[Number(key)]?.value;
  if (node.type !== 'Object') return;
  return node.members.find(({ name }) => 'value' in name && name.value === key)?.value;
}

function syntaxFault(text: string): FileFault {
  try {
    parse(text);
  } catch (found) {
    if (found instanceof Error && 'line' in found && typeof found.line === 'number') {
      return { line: found.line, step: null, text: 'This is no JSON from here on.' };
    }
  }
  return { line: null, step: null, text: 'This file is no JSON.' };
}
