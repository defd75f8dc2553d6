import type { ListedAction, ListedRemote, Pointed, Previewed } from '../contract/listing.ts';
import type { Canary } from '../contract/release.ts';
import { Failure } from '../base/failure.ts';
import type { Actor } from './audit.ts';
import type { Upload } from './uploads.ts';

/** `share` of 100 visitors; `promote`: it becomes `stable` by itself once it is judged good. */
export type CanaryTarget = Pick<Canary, 'share' | 'promote'>;

/** Refuses the action unless the canary is of this release by then. */
export interface OnlyCanary {
  readonly release: string;
}

export interface PreviewTarget {
  readonly name: string;
  /** How long its links open it, in days. */
  readonly days: number;
}

/** All that teams do with releases. Every method rejects with a `Failure` of one sentence when it is refused. */
export interface Releases {
  list(remote?: string): Promise<readonly ListedRemote[]>;
  /**
   * Keeps a build and makes it live, or a canary. Rejects with `ReleaseKnown` when it was uploaded before, unless it was
   * withdrawn.
   */
  publish(upload: Upload, by: Actor, canary?: CanaryTarget): Promise<Pointed>;
  /**
   * Makes a release live that was uploaded before, named by its release or its version; by default the canary. It ends
   * the canary of this release.
   */
  promote(remote: string, wanted: string | undefined, by: Actor, only?: OnlyCanary): Promise<Pointed>;
  /** Makes the release before the live one live again, or the named one. Visitors leave the newer ones at once. */
  rollback(remote: string, wanted: string | undefined, by: Actor): Promise<Pointed>;
  /** Shows a share of visitors a release that was uploaded before, or changes the share of the canary. */
  canary(remote: string, wanted: string, target: CanaryTarget, by: Actor): Promise<Pointed>;
  /** Ends the canary. Its visitors leave it at once. Returns what it pointed to. */
  abort(remote: string, by: Actor, only?: OnlyCanary): Promise<Pointed>;
  /** Keeps a build and shows it to those who have its link. The same release again is fine. */
  preview(upload: Upload, target: PreviewTarget, by: Actor): Promise<Previewed>;
  /** Ends the preview of that name. Returns what it showed. */
  endPreview(remote: string, preview: string, by: Actor): Promise<Pointed>;
  audit(remote?: string): Promise<readonly ListedAction[]>;
}

/** The same release was uploaded before. Uploading it again changes nothing; promoting it may. */
export class ReleaseKnown extends Failure {}
