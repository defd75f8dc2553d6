import { publishNew } from '@course/federation/publish';
import { adoptEarlier, localReleases } from '@course/federation/registry';
import { buildAll } from './builds.ts';
import { openDataDir } from './lock-data-dir.ts';
import { serviceAddresses, servicePasswords } from './database-roles.ts';
import { loopbackUrl } from './node-service.ts';
import {
  edgeSpec,
  funnelSpec,
  localUrl,
  mailAddress,
  mailSpec,
  publicUrl,
  releasesSpec,
  sandboxAddress,
  sandboxSpec,
  trackingSpec,
  type SpecContext,
} from './service-specs.ts';
import { loadSecrets } from './secrets.ts';
import { writeStackFile, type StackFile } from './stack-file.ts';
import { startPostgres, startRedis } from './stores.ts';
import { publicUrlWarning, type StackEnv } from '../env.ts';
import { writeOwnerEnv } from '../owner/owner-env.ts';
import { migrateServices } from '@course/ops/migrate/services';
import { PROJECT_ROOT } from '@course/federation/paths';
import { freePort, requirePort } from '../process/ports.ts';
import type { ServiceSpec, Supervisor } from '../supervise/supervisor.ts';

export interface RunOptions {
  readonly env: StackEnv;
  readonly say: (line: string) => void;
  /** Aborts a start in progress. */
  readonly signal: AbortSignal;
  /** Pages reload when a build changes. */
  readonly reload?: boolean;
}

export interface Stack {
  readonly url: string;
  readonly supervisor: Supervisor;
  /** Stops everything in reverse order. Leaves no process and no stack.json. */
  stop(): Promise<void>;
}

/**
 * Like `Promise.all`, but settles only once all tasks have. Calls `onFailure` when a task fails, to end the others
 * early.
 */
const allSettled = async <T extends readonly unknown[]>(
  tasks: { [K in keyof T]: Promise<T[K]> },
  onFailure: () => void,
): Promise<T> => {
  for (const task of tasks) (task as Promise<unknown>).catch(onFailure);
  await Promise.allSettled(tasks);
  return (await Promise.all(tasks)) as unknown as T;
};

type Addresses = Omit<StackFile, 'pids'>;

/** Starts the stores, then everything that depends on them. */
const startServices = async ({ env, say, signal, reload }: RunOptions, supervisor: Supervisor): Promise<Addresses> => {
  const secrets = loadSecrets(env.dataDir);
  const passwords = servicePasswords(env, secrets);
  const stores = { env, secrets, supervisor, say };
  const giveUp = new AbortController();

  const database = async (): Promise<string> => {
    const databaseUrl = await startPostgres(stores);
    const applied = await migrateServices({ databaseUrl, passwords, projectRoot: PROJECT_ROOT });
    say(applied.length > 0 ? `Migrated: ${applied.join(', ')}` : 'The database is up to date');
    return databaseUrl;
  };
  const builds = async (): Promise<void> => {
    await buildAll(AbortSignal.any([signal, giveUp.signal]));
    say('Builds are up to date');
    const local = localReleases(env.dataDir);
    [...(await adoptEarlier(local)), ...(await publishNew(local))].forEach(say);
  };
  const [databaseUrl, redisUrl] = await allSettled([database(), startRedis(stores), builds()], () => giveUp.abort());

  const [funnelPort, trackingPort, internalPort] = [await freePort(), await freePort(), await freePort()];
  const [releasesPort, sandboxPort] = [await freePort(), await freePort()];
  const [funnelUrl, trackingUrl] = [loopbackUrl(funnelPort), loopbackUrl(trackingPort)];
  const sandbox = env.stripe ? undefined : sandboxAddress(sandboxPort);
  const stripe = env.stripe ?? secrets.sandbox;
  const outbox = mailAddress(await freePort(), await freePort());
  const usesOutbox = env.mail.smtpUrl === undefined;
  const smtpUrl = env.mail.smtpUrl ?? outbox.smtpUrl;
  const at = {
    funnelPort,
    trackingPort,
    releasesPort,
    internalPort,
    redisUrl,
    smtpUrl,
    ...serviceAddresses(databaseUrl, passwords),
  };
  const context: SpecContext = { env, secrets, at, stripe, sandbox, ...(reload === undefined ? {} : { reload }) };
  writeOwnerEnv(env.dataDir, funnelSpec(context).command.env);
  const start = (service: ServiceSpec, title: string): Promise<void> =>
    supervisor.start(service).then(() => say(title));

  // None of these needs another to become ready. They are stopped in the reverse of this order.
  const sandboxOptions = { env, keys: stripe, port: sandboxPort, webhookUrl: `${funnelUrl}/api/stripe/webhook` };
  await Promise.all([
    ...(sandbox ? [start(sandboxSpec(sandboxOptions), 'The Stripe sandbox is up: no money moves')] : []),
    ...(usesOutbox ? [start(mailSpec(env, outbox), `The mail outbox is up: ${outbox.url}`)] : []),
    start(funnelSpec(context), 'svc-funnel is up'),
    start(trackingSpec(context), 'svc-tracking is up'),
    start(edgeSpec(context), 'The edge is up'),
    start(releasesSpec(context), 'The publishing API is up'),
  ]);
  const insightsUrl = `${publicUrl(env)}/insights#${secrets.insightsToken}`;
  say(`Insights: ${insightsUrl}`);
  return {
    url: localUrl(env),
    funnelUrl,
    trackingUrl,
    releasesUrl: loopbackUrl(releasesPort),
    databaseUrl,
    analystUrl: at.analystUrl,
    insightsUrl,
    redisUrl,
    ...(usesOutbox ? { mailUrl: outbox.url } : {}),
  };
};

/** Starts the whole product. Rejects if a service does not become ready, after everything has been stopped again. */
export const runStack = async (options: RunOptions): Promise<Stack> => {
  const { env, say, signal } = options;
  const warning = publicUrlWarning(env);
  if (warning) say(warning);
  let addresses: Addresses | undefined;
  const publish = (pids: StackFile['pids']): void => {
    if (addresses) writeStackFile(env.dataDir, { ...addresses, pids });
  };
  // Before the port is checked, because this ends what a killed start left behind on it.
  const { supervisor, close } = await openDataDir(env.dataDir, say, publish);
  const stopEarly = (): void => void supervisor.stop();
  signal.addEventListener('abort', stopEarly, { once: true });
  try {
    await requirePort(env.port);
    addresses = await startServices(options, supervisor);
    publish(supervisor.pids());
    return { url: addresses.url, supervisor, stop: close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    signal.removeEventListener('abort', stopEarly);
  }
};
