import * as platform from '@course/platform';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';

/** Versions by module, put in by the build, which asks remotes for the same ones. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;

interface SharedModule {
  readonly from: string;
  readonly eager: true;
  readonly loaded: 1;
  /** A factory of the module. It is here already, so nobody waits. */
  readonly get: () => () => unknown;
}

/** What the shell lends to remotes, in the form that federation containers read: module, then version. */
export type SharedScope = Readonly<Record<string, Readonly<Record<string, SharedModule>>>>;

const MODULES: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@course/platform': platform,
};

const lend = (module: unknown): SharedModule => ({ from: 'shell', eager: true, loaded: 1, get: () => () => module });

export const sharedScope: SharedScope = Object.fromEntries(
  Object.entries(MODULES).map(([name, module]) => [name, { [SHARED_VERSIONS[name] ?? '0.0.0']: lend(module) }]),
);
