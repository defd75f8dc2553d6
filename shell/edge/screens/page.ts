import { escapeHtml } from '@course/federation/edge';
import type { ShownScreen } from '@course/federation/screen-states';

export const SCREENS_STYLE = `
body { margin: 0; padding: 1.5rem; background: #ece7df; color: #1c1b29; font: 1rem/1.4 system-ui, sans-serif; }
h1, h2 { margin: 0 0 1rem; }
ul { display: flex; flex-wrap: wrap; gap: 1.5rem; margin: 0 0 2.5rem; padding: 0; list-style: none; }
a { display: block; max-width: 13rem; min-height: 2.8em; margin-bottom: .5rem; color: inherit; }
span { display: block; width: 234px; height: 507px; overflow: hidden; border-radius: 14px; background: #fffaf3; box-shadow: 0 2px 12px #0003; }
iframe { width: 390px; height: 844px; border: 0; transform: scale(.6); transform-origin: 0 0; }`;

interface Frame {
  readonly path: string;
  readonly label: string;
  readonly state?: ShownScreen['states'][number];
}

const framesOf = ({ path, states }: ShownScreen): Frame[] => [
  { path, label: path },
  ...states.map((state) => ({ path, label: `${path}, ${state.name}`, state })),
];

const frameHtml = ({ path, label, state }: Frame): string => {
  const data = state ? ` data-state="${escapeHtml(JSON.stringify(state))}"` : '';
  const [href, text] = [escapeHtml(path + (state?.query ?? '') + (state?.fragment ?? '')), escapeHtml(label)];
  return `<li><a href="${href}">${text}</a><span><iframe src="${href}" title="${text}" loading="lazy"${data}></iframe></span></li>`;
};

/** Renders one page with every screen and state at phone size, grouped by owner. */
export function screensPage(screens: readonly ShownScreen[], script: string): string {
  const owners = [...new Set(screens.map(({ owner }) => owner))];
  const parts = owners.map((owner) => {
    const frames = screens.filter((screen) => screen.owner === owner).flatMap(framesOf);
    return `<h2>${escapeHtml(owner)}</h2><ul>${frames.map(frameHtml).join('')}</ul>`;
  });
  const head = `<meta charset="utf-8"><title>All screens</title><style>${SCREENS_STYLE}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body><h1>All screens</h1>${parts.join('')}<script>${script}</script></body></html>`;
}
