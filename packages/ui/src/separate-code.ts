import { type ComponentType, createElement, use } from 'react';

/** Components in a chunk of their own. It is the `code` of the routes whose screens need them. */
interface SeparateComponents<Module> {
  readonly chunk: string;
  /** Loads the chunk once, and again after a failure. */
  readonly load: () => Promise<unknown>;
  /** Returns the component that the module exports under this name. It suspends until the chunk is loaded. */
  readonly component: <Name extends keyof Module>(name: Name) => Module[Name];
}

/**
 * Splits the components of some screens from a remote's exposed module. The host shows the screen before until they are
 * loaded, and pages of their routes name the chunk's files.
 * `chunk` is the `webpackChunkName` of the import, given in a comment before its path.
 */
export function separateCode<Module extends object>(
  chunk: string,
  importModule: () => Promise<Module>,
): SeparateComponents<Module> {
  let module: Module | undefined;
  let attempt: Promise<Module> | undefined;
  let hasFailed = false;
  const load = (): Promise<Module> => {
    if (attempt && !hasFailed) return attempt;
    hasFailed = false;
    attempt = importModule().then((loaded) => (module = loaded));
    attempt.catch(() => (hasFailed = true));
    return attempt;
  };
  // A render never repeats a failed attempt: it would suspend and fail for ever.
  const useModule = (): Module => module ?? use(attempt ?? load());
  const component = <Name extends keyof Module>(name: Name): Module[Name] => {
    const Separate = (props: object) => createElement(useModule()[name] as ComponentType, props);
    return Separate as Module[Name];
  };
  return { chunk, load, component };
}
