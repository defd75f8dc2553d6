import type { SharedModules } from '@course/federation/host';
import * as platform from '@course/platform';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';

/** Versions by module, inserted by the build, which requires the same ones of remotes. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;

const MODULES = { react, 'react/jsx-runtime': jsxRuntime, 'react-dom': reactDom, '@course/platform': platform };

/** The modules that the shell shares with remotes. */
export const SHARED: SharedModules = Object.fromEntries(
  Object.entries(MODULES).map(([name, module]) => [name, { version: SHARED_VERSIONS[name] ?? '0.0.0', module }]),
);
