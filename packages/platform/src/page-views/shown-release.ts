import type { EnterPage } from '@course/contracts';
import { runtimeConfig } from '../config.ts';

/** Returns the release of the remote that owns `path`, and whether any release in this page is a preview. */
export function shownRelease(path: string): Pick<EnterPage, 'release' | 'preview'> {
  try {
    const { remotes = [] } = runtimeConfig();
    const release = remotes.find(({ paths }) => paths.includes(path))?.release;
    return {
      ...(release !== undefined && { release }),
      ...(remotes.some(({ channel }) => channel === 'preview') && { preview: true }),
    };
  } catch {
    // Measurement must never cause a failure.
    return {};
  }
}
