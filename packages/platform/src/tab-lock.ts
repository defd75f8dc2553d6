/**
 * Runs the work while no other tab runs any of the same name. Without a lock if the browser refuses one (as it does
 * storage) or the page has none (plain http).
 */
export async function withTabLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  let started: Promise<Result> | undefined;
  try {
    return await navigator.locks.request(name, () => (started = work()));
  } catch {
    // Either the work failed, or there was no lock.
    return started ?? work();
  }
}
