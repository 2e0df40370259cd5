// Finds words of ours that a person's name has turned around, from where the browser paints each letter.
import type { Page } from 'playwright-core';

/** Pieces of text outside names in which Latin letters of one line run from right to left. */
export async function turnedWords(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const boxOf = (text: Node, at: number) => {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect();
    };
    const isTurned = (text: Node) => {
      const letters = [...(text.textContent ?? '').matchAll(/[a-z]/gi)];
      const boxes = letters.map(({ index }) => boxOf(text, index));
      return boxes.some((box, at) => {
        const before = boxes[at - 1];
        return before && before.top === box.top && before.width > 0 && box.left < before.left;
      });
    };
    const turned: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const isName = text.parentElement?.closest('bdi, [dir=auto], script, style');
      if (!isName && isTurned(text)) turned.push(text.textContent ?? '');
    }
    return turned;
  });
}
