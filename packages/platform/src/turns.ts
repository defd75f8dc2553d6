/** Does the work while no other tab does any of this name. Browsers that refuse storage refuse locks too; pages over plain http have none. */
export async function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  let begun: Promise<Result> | undefined;
  try {
    return await navigator.locks.request(name, () => (begun = work()));
  } catch {
    // Either the work failed, or there was no lock to be had.
    return begun ?? work();
  }
}
