import { readContracts, type ServiceAddresses } from '../compat/read-contracts.ts';
import { readRegistry } from '../registry/registry.ts';
import { storeReleases } from '../registry/releases.ts';
import type { ReleaseStore } from '../store/store.ts';
import { writeJudgement } from '../registry/judgement.ts';
import type { JudgeOptions } from './judge.ts';
import { readFiguresFrom } from './read-figures.ts';

export interface JudgedStore {
  readonly store: ReleaseStore;
  readonly trackingUrl: string;
  readonly services: ServiceAddresses;
  readonly log: JudgeOptions['log'];
}

const WHO = 'judge';

/** Returns the options of a judge for a store's canaries, based on svc-tracking's figures. */
export const storeJudge = ({ store, trackingUrl, services, log }: JudgedStore): JudgeOptions => {
  const releases = storeReleases(store, { readContracts: () => readContracts(services) });
  return {
    readRegistry: () => readRegistry(store),
    readFigures: readFiguresFrom(trackingUrl),
    act: {
      abort: (remote, release, why) => releases.abort(remote, { who: WHO, why }, { release }),
      promote: (remote, release, why) => releases.promote(remote, release, { who: WHO, why }, { release }),
    },
    save: (remote, judgement) => writeJudgement(store, remote, judgement),
    log,
    now: () => new Date(),
  };
};
