// Sample screen: the light finder with its three answers.
import { type DrawnScreen, icon, topBar } from '../parts.ts';

/** Draws a window of 300 × 190 with the colour of its glass, the height of the sun and the darkness of the room. */
function windowPicture(glass: string, sunY: number, shade: number): string {
  return `<svg viewBox="0 0 300 190"><rect width="300" height="190" fill="#eadfc9"/><path d="M60 190 L240 190 L300 150 V190 Z" fill="#fff" opacity="${0.5 - shade / 2}"/><rect x="85" y="22" width="130" height="124" rx="8" fill="${glass}"/><circle cx="168" cy="${sunY}" r="24" fill="#f6c75f" opacity="${1 - shade}"/><path d="M150 22 V146 M85 84 H215" stroke="#fffdf8" stroke-width="7"/><rect x="85" y="22" width="130" height="124" rx="8" fill="none" stroke="#fffdf8" stroke-width="8"/><rect x="74" y="146" width="152" height="10" rx="4" fill="#c99a6b"/><rect width="300" height="190" fill="#143528" opacity="${shade * 0.62}"/></svg>`;
}

const answer = (title: string, text: string, look: { picture: string; go: string }) =>
  `<div class="answer" data-name="${title}"${look.go}><div class="pane" data-name="Window">${look.picture}</div><div class="words"><h3>${title}</h3><p>${text}</p><span class="go">Show plants ${icon('arrow', 16)}</span></div></div>`;

export const finder: DrawnScreen = {
  id: '1:4',
  name: 'Light finder',
  width: 1280,
  height: 780,
  html: `${topBar('finder')}
  <section class="centre"><p class="eyebrow">Light finder</p><h1>How much light does the spot get?</h1><p class="lead">Think of a cloudy day around noon.</p></section>
  <section class="answers">
    ${answer('Plenty', 'Sun on the floor for four hours or more', { picture: windowPicture('#bfdcf0', 60, 0), go: '' })}
    ${answer('Some', 'Bright, but the sun itself never comes in', { picture: windowPicture('#cfe0e6', 96, 0.42), go: '' })}
    ${answer('Hardly any', 'A hallway, a staircase, a north-facing room', { picture: windowPicture('#7f97a3', 130, 0.9), go: ' data-go="Plants for dark corners"' })}
  </section>`,
};
