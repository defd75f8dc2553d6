// Without zod: this is part of the host's and the remotes' browser bundles.

import type { LiveFlow, RuntimeConfig } from '@course/contracts';
import type { ComponentType } from 'react';

/**
 * The contract that host and remotes are built against. Raised when a change on one side requires one on the other.
 * 1: a container of the first federation, whose `defineRemote` came from the platform package.
 * 2: a container of Module Federation 2 that uses the host's core of the federation runtime.
 */
export const CONTRACT = 2;

/** The host runs remotes of the current contract and of the previous one. */
export const SUPPORTED_CONTRACTS: readonly number[] = [CONTRACT, CONTRACT - 1];

/** Name of the one module that a remote exposes. */
export const EXPOSED = 'remote';

/** Names of federation containers are identifiers: `mf-quiz` is `mf_quiz` there. */
export const containerName = (remote: string): string => remote.replaceAll('-', '_');

/** Code in files of its own, which some of a remote's screens need besides the exposed module. */
export interface SeparateCode {
  /** Name of its chunk: the `webpackChunkName` of its import. */
  readonly chunk: string;
  /** Loads it once, and again after a failure. Once it has resolved, its screens render without suspending. */
  readonly load: () => Promise<unknown>;
}

/** One screen of a remote. */
export interface RemoteRoute {
  /** Absolute path without query. */
  readonly path: string;
  /** Value of `data-screen`: the path without its slash, `root` for `/`. */
  readonly screen: string;
  /** The document's title. */
  readonly title: string;
  /** For search engines and link previews. */
  readonly description?: string;
  /** True if search engines may list it. */
  readonly indexable?: boolean;
  /** True if it is reached with a secret: served with `no-store` and `no-referrer`. */
  readonly private?: boolean;
  readonly Screen: ComponentType;
  /** What `Screen` needs besides the exposed module; until then it suspends. Routes may share one. */
  readonly code?: SeparateCode;
}

/** What a remote's exposed module default-exports. */
export interface Remote {
  readonly contract: number;
  readonly name: string;
  readonly routes: readonly RemoteRoute[];
  /**
   * Rendered after every screen of the remote, and stays mounted while they change; `path` is the current one's. Its
   * HTML follows that of each prerendered screen.
   */
  readonly Backdrop?: ComponentType<{ readonly path: string }>;
}

/** Returns a remote's default export, stamped with the contract that it is built against. */
export const defineRemote = (remote: Omit<Remote, 'contract'>): Remote => ({ contract: CONTRACT, ...remote });

/** How a browser finds a remote: one entry of the page's configuration. */
export interface RemoteAddress {
  readonly name: string;
  readonly version: string;
  /** Id of the release, which is part of reports about this page. */
  readonly release?: string;
  /** Absent for `stable`. */
  readonly channel?: 'canary' | 'preview';
  readonly contract: number;
  /** Address of the federation entry script. */
  readonly entry: string;
  /** Hash of that script, which browsers verify. The script itself contains the hashes of what it loads. */
  readonly integrity?: string;
  readonly paths: readonly string[];
  /** Files to preload, so that the remote's screens can be shown without a further request. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Returns the folder of an entry script, which contains all files of its release. */
export const folderOf = (entry: string): string => entry.slice(0, entry.lastIndexOf('/') + 1);

/** The JSON block `#runtime-config` of every page, as the host reads it. */
export interface HostConfig extends RuntimeConfig {
  readonly flow: LiveFlow;
  readonly remotes: readonly RemoteAddress[];
}

/**
 * Why a remote's screens cannot be shown. The logged code is the reason prefixed with `remote_`.
 * `unreachable`: its files cannot be fetched; `missing`: the server lacks some of them; `slow`: they took over 8 s;
 * `unreadable`: this browser cannot parse one of its scripts; `hung`: it never finished starting on an earlier visit;
 * `contract`: this shell does not support its contract; `broken`: it throws, or is not what it claims to be.
 */
export const FAILURE_REASONS = ['unreachable', 'missing', 'slow', 'unreadable', 'hung', 'contract', 'broken'] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Id of the template with what the first frame does not need. The edge's early script uses the same id. */
export const DEFERRED_HEAD_ID = 'deferred-head';
