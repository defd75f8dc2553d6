import type { EnterPage } from '@course/contracts';
import { runtimeConfig } from '../config.ts';

/** What a view of `path` says of the releases in this page: that of the screen's remote, and whether one is a preview. */
export function shownRelease(path: string): Pick<EnterPage, 'release' | 'preview'> {
  try {
    const { remotes = [] } = runtimeConfig();
    const release = remotes.find(({ paths }) => paths.includes(path))?.release;
    return {
      ...(release !== undefined && { release }),
      ...(remotes.some(({ channel }) => channel === 'preview') && { preview: true }),
    };
  } catch {
    // Measuring is never worth a failure.
    return {};
  }
}
