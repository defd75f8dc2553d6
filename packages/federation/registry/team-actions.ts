import type { ListedAction, ListedRemote, Pointed, Previewed } from '../contract/listing.ts';
import type { Canary } from '../contract/release.ts';
import { Failure } from '../base/failure.ts';
import type { Actor } from './audit.ts';
import type { Upload } from './uploads.ts';

/** `share` of 100 visitors; `promote`: it becomes `stable` automatically once it is judged good. */
export type CanaryTarget = Pick<Canary, 'share' | 'promote'>;

export interface PreviewTarget {
  readonly name: string;
  /** How long its links are valid, in days. */
  readonly days: number;
}

/** Everything that teams can do with releases. Every method rejects with a one-sentence `Failure` if it is refused. */
export interface Releases {
  /** Without `verify`, which reads and hashes every file that channels point to, `problem` is null. */
  list(remote?: string, options?: { readonly verify?: boolean }): Promise<readonly ListedRemote[]>;
  /**
   * Stores a build and makes it live, or a canary. Rejects with `ReleaseKnown` if it was uploaded before and not
   * withdrawn.
   */
  publish(upload: Upload, by: Actor, canary?: CanaryTarget): Promise<Pointed>;
  /**
   * Makes a previously uploaded release live, named by its release or its version; by default the canary. Ends a canary
   * of this release.
   */
  promote(remote: string, wanted: string | undefined, by: Actor): Promise<Pointed>;
  /** Makes the previous release live again, or the named one. Visitors leave the newer ones at once. */
  rollback(remote: string, wanted: string | undefined, by: Actor): Promise<Pointed>;
  /** Gives a share of visitors a previously uploaded release, or changes the share of the canary. */
  canary(remote: string, wanted: string, target: CanaryTarget, by: Actor): Promise<Pointed>;
  /** Ends the canary. Its visitors leave it at once. Returns what it pointed to. */
  abort(remote: string, by: Actor): Promise<Pointed>;
  /** Stores a build and shows it to holders of its link. It may have been uploaded before. */
  preview(upload: Upload, target: PreviewTarget, by: Actor): Promise<Previewed>;
  /** Ends the preview of that name. Returns what it showed. */
  endPreview(remote: string, preview: string, by: Actor): Promise<Pointed>;
  audit(remote?: string): Promise<readonly ListedAction[]>;
}

/** Refuses the action unless the canary is of this release at that time. */
export interface OnlyCanary {
  readonly release: string;
}

/** The actions directly on a store, some of which can be limited to one canary. */
export interface StoreReleases extends Releases {
  promote(remote: string, wanted: string | undefined, by: Actor, only?: OnlyCanary): Promise<Pointed>;
  abort(remote: string, by: Actor, only?: OnlyCanary): Promise<Pointed>;
}

/** Thrown if the same release was uploaded before. Uploading it again changes nothing; promoting it may. */
export class ReleaseKnown extends Failure {}
