/** Returns a function that runs `start` once; after a failure, its next call tries again. */
export function once(start: () => Promise<void>, label: string): () => void {
  let started: Promise<void> | undefined;
  return () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      console.warn(`${label} could not be loaded yet:`, error);
    });
  };
}
