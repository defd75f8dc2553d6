import type { ServiceContract } from '@course/contracts';
import { commandLine } from '../base/command-line.ts';
import { Failure } from '../base/failure.ts';
import type { ReleaseStore } from '../store/store.ts';
import { declarationsAt, declarationsIn } from './declared.ts';
import { compatTable, incompatibilities } from './compat-report.ts';

export interface CompatCommand {
  readonly args: readonly string[];
  /** The store whose releases are checked, unless an edge is named. */
  readonly store: ReleaseStore;
  /** What the services of this checkout offer. */
  readonly contracts: readonly ServiceContract[];
  readonly say: (text: string) => void;
  readonly now?: () => Date;
}

interface Options {
  readonly declarations?: string;
  readonly acceptPrices?: boolean;
}

/** Runs `npm run compat -- <args>`. Rejects with a `Failure` if the services would break a release. */
export async function runCompatCommand({ args, store, contracts, say, now = () => new Date() }: CompatCommand) {
  const compare = async ({ declarations: address, acceptPrices = false }: Options): Promise<void> => {
    const declared = address === undefined ? await declarationsIn(store, now()) : await declarationsAt(address);
    if (declared.releases.length === 0)
      throw new Failure(`${store.place} has no releases. Set DATA_DIR to that of the installation.`);
    const found = incompatibilities(declared, contracts);
    if (found.length > 0) say(compatTable(found));
    const breaking = found.filter(({ breaks, need }) => breaks && !(acceptPrices && need.kind === 'price'));
    if (breaking.length > 0)
      throw new Failure(
        `These services must not be deployed yet: they would break ${breaking.length === 1 ? 'a release' : `${breaking.length} needs of releases`} that visitors have.`,
      );
    const count = declared.releases.length;
    say(
      count === 1
        ? 'The release that visitors may have works with these services.'
        : `All ${count} releases that visitors may have work with these services.`,
    );
  };
  const { program, run } = commandLine('npm run compat --', say);
  program
    .description('what the services of this checkout would break of the releases that visitors have')
    .option('--declarations <url>', "/declarations on the internal port of a running edge; without it DATA_DIR's store")
    .option('--accept-prices', 'accept changed prices: the remotes that show them are published right afterwards')
    .action(compare);
  return run(args);
}
