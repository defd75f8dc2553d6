// Free of zod: host and remotes carry this in the browser.

import type { LiveFlow, RuntimeConfig } from '@course/contracts';
import type { ComponentType } from 'react';

/**
 * The contract that host and remotes are built against. Raised when either side must change for the other.
 * 1: a container of the first federation, whose `defineRemote` came from the platform package.
 * 2: a container of Module Federation 2 that takes the federation runtime's core from the host.
 */
export const CONTRACT = 2;

/** The host runs remotes of this contract and of the one before it. */
export const SUPPORTED_CONTRACTS: readonly number[] = [CONTRACT, CONTRACT - 1];

/** Name of the one module that a remote exposes. */
export const EXPOSED = 'remote';

/** Names of federation containers are identifiers: `mf-quiz` is `mf_quiz` there. */
export const containerName = (remote: string): string => remote.replaceAll('-', '_');

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
}

/** What a remote's exposed module default-exports. */
export interface Remote {
  readonly contract: number;
  readonly name: string;
  readonly routes: readonly RemoteRoute[];
  /**
   * Stands after every screen of the remote and stays mounted while they change; `path` is the one on show. Its HTML
   * follows that of each prerendered screen.
   */
  readonly Backdrop?: ComponentType<{ readonly path: string }>;
}

/** Returns a remote's default export, stamped with the contract that it is built against. */
export const defineRemote = (remote: Omit<Remote, 'contract'>): Remote => ({ contract: CONTRACT, ...remote });

/** How a browser finds a remote: one entry of the page's configuration. */
export interface RemoteAddress {
  readonly name: string;
  readonly version: string;
  /** Name of the release, which reports about this page bear. */
  readonly release?: string;
  /** Absent for `stable`. */
  readonly channel?: 'canary' | 'preview';
  readonly contract: number;
  /** Address of the federation entry script. */
  readonly entry: string;
  /** Hash of that script, for browsers to check. The script itself knows those of what it loads. */
  readonly integrity?: string;
  readonly paths: readonly string[];
  /** What to fetch ahead so that the remote's screens show without a further request. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Returns the folder of an entry script, in which all files of its release lie. */
export const folderOf = (entry: string): string => entry.slice(0, entry.lastIndexOf('/') + 1);

/** The JSON block `#runtime-config` of every page, as the host reads it. */
export interface HostConfig extends RuntimeConfig {
  readonly flow: LiveFlow;
  readonly remotes: readonly RemoteAddress[];
}

/**
 * Why a remote's screens cannot be shown. Its logged code is the reason with `remote_` ahead of it.
 * `unreachable`: its files cannot be fetched; `missing`: the server has not all of them; `slow`: they took over 8 s;
 * `unreadable`: a script of it is no JavaScript to this browser; `hung`: it never ended on an earlier visit;
 * `contract`: it speaks a contract that this shell does not; `broken`: it throws, or is not what it says it is.
 */
export const FAILURE_REASONS = ['unreachable', 'missing', 'slow', 'unreadable', 'hung', 'contract', 'broken'] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Id of the template that holds what the first frame does without. The edge's early script knows the same id. */
export const DEFERRED_HEAD_ID = 'deferred-head';
