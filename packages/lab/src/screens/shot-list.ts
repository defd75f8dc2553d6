import type { ShownScreen } from '@course/federation/screen-states';

/** One picture to take at each size. */
export interface Shot {
  readonly owner: string;
  /** Its file is `<name>-<size>.jpg`. */
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly state: ShownScreen['states'][number] | undefined;
}

const slug = (text: string): string =>
  text
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();

/** Returns a shot of every screen as it opens, each followed by those of its states. */
export const shotsOf = (screens: readonly ShownScreen[]): Shot[] =>
  screens.flatMap(({ owner, path, title, states }) => {
    const name = slug(path) || 'root';
    const opened: Shot = { owner, name, path, title, state: undefined };
    return [opened, ...states.map((state) => ({ ...opened, name: `${name}-${slug(state.name)}`, state }))];
  });
