// The sample's pages: the embed, and the page behind the design link.
import { type Answer, page } from './answers.ts';
import { SAMPLE_FILE_KEY, type SampleDocument } from './document.ts';

/** Returns the embed page. The player reads the parameters from the address. */
export function embedPage(document: SampleDocument, query: URLSearchParams): Answer {
  const isBare = query.get('hide-ui') === '1' || query.get('hide-ui') === 'true';
  const hasFooter = !isBare && !['0', 'false'].includes(query.get('footer') ?? '');
  const footer = hasFooter
    ? `<footer class="footer"><span>${document.name}, a sample prototype</span><span>Copy this page’s address into a test to try it.</span></footer>`
    : '';
  return html({
    title: `${document.name} (sample prototype)`,
    body: `<main id="page" tabindex="0" aria-label="${document.name}, a sample prototype"></main>${footer}<script type="module" src="/player/embed.js"></script>`,
  });
}

export function designPage(document: SampleDocument): Answer {
  const link = `/proto/${SAMPLE_FILE_KEY}/${document.name.replaceAll(' ', '-')}`;
  return html({
    title: `${document.name} (sample)`,
    body: `<main class="about"><h1>${document.name} is a sample</h1><p>It stands in for a design tool, so that you can try tests without an account anywhere: a plant shop of ${document.frames.length} screens that speaks the same embed messages and image API.</p><p><a href="${link}">Open the prototype</a> and use its address in a test.</p></main>`,
  });
}

export function notFoundPage(): Answer {
  const about = '<p>This sample has one file only. <a href="/design">See what it is.</a></p>';
  const body = `<main class="about"><h1>Not found</h1>${about}</main>`;
  return { ...html({ title: 'Not found', body }), status: 404 };
}

function html({ title, body }: { title: string; body: string }): Answer {
  return page(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/player/player.css">${body}</html>`,
  );
}
