import { setTimeout as pause } from 'node:timers/promises';
import { servicesIn, type ComposeFile, type ComposeService } from '@course/dev-stack/compose/compose-file';
import { Failure } from '@course/ops/failure';
import {
  networkName,
  runArguments,
  stopSeconds,
  untilCompleted,
  untilHealthy,
  volumeName,
  type Container,
} from './containers.ts';
import { refuseTraffic, restoreTraffic } from './partition.ts';
import { PREFIX, type Podman } from './podman.ts';

/** The system that docker-compose.yml describes, and what can be done to it. Names are those of its services. */
export interface System {
  /** Adds a copy of a service. Resolves once it is healthy. */
  addCopy(service: string): Promise<void>;
  /** Replaces a service's copies by new ones, one after the other. */
  replace(service: string): Promise<void>;
  /** Ends one copy with SIGKILL and starts it again after `downMs`. */
  kill(service: string, downMs: number): Promise<void>;
  /** Silently drops all packets between the containers of two services for a while. */
  partition(one: string, other: string, forMs: number): Promise<void>;
  /** Disconnects all containers of a service from all networks for a while. */
  disconnect(service: string, forMs: number): Promise<void>;
  /** Runs a command in a new container of a service. Resolves to what it printed. */
  runOnce(service: string, command: readonly string[]): Promise<string>;
  /** Runs a command in a running container of a service. Resolves to what it printed, rejects if it fails. */
  execute(service: string, command: readonly string[]): Promise<string>;
  untilHealthy(): Promise<void>;
  stop(): Promise<void>;
}

export interface SystemOptions {
  readonly podman: Podman;
  readonly file: ComposeFile;
  readonly profiles: readonly string[];
  /** Additional published ports by service, such as `127.0.0.1:1234:5432`. */
  readonly extraPorts: Readonly<Record<string, readonly string[]>>;
  readonly say: (line: string) => void;
}

/** Removes what an earlier run may have left: containers, volumes and networks with our prefix. */
const removeOurs = async (podman: Podman, file: ComposeFile): Promise<void> => {
  const always = { mayFail: true, evenIfStopped: true };
  const names = (await podman(['ps', '--all', '--format={{.Names}}'], always)).split('\n');
  const ours = names.filter((name) => name.startsWith(`${PREFIX}-`));
  if (ours.length > 0) await podman(['rm', '--force', '--time=0', '--volumes', ...ours], always);
  await podman(['volume', 'rm', '--force', ...Object.keys(file.volumes).map(volumeName)], always);
  for (const network of networksOf(file)) await podman(['network', 'rm', '--force', network], always);
};

const networksOf = (file: ComposeFile): readonly string[] =>
  ['default', ...Object.keys(file.networks)].map(networkName);

/** Starts all services of the profiles in the order of their conditions. */
export const startSystem = async ({ podman, file, profiles, extraPorts, say }: SystemOptions): Promise<System> => {
  const services = new Map(servicesIn(file, profiles));
  const running: Container[] = [];
  const jobs = new Map<string, Container>();
  let started = 0;

  const entryOf = (service: string): ComposeService => {
    const entry = services.get(service);
    if (!entry) throw new Failure(`The profiles ${profiles.join(', ')} have no service ${service}`);
    return entry;
  };
  const copiesOf = (service: string): readonly Container[] =>
    running.filter((container) => container.service === service);
  const anyOf = (service: string): Container => {
    const [first] = copiesOf(service);
    if (!first) throw new Failure(`No container of ${service} runs`);
    return first;
  };

  const start = async (service: string): Promise<Container> => {
    const entry = entryOf(service);
    started += 1;
    const container = { service, name: `${PREFIX}-${service}-${started}` };
    const isCopy = copiesOf(service).length > 0;
    const ports = isCopy ? [] : [...entry.ports, ...(extraPorts[service] ?? [])];
    await podman(runArguments(service, entry, { name: container.name, ports }));
    return container;
  };

  const awaitCondition = async (service: string, condition: string): Promise<void> => {
    if (condition === 'service_completed_successfully') {
      const job = jobs.get(service);
      if (!job) throw new Failure(`${service} was not started`);
      await untilCompleted(podman, job);
    } else for (const container of copiesOf(service)) await untilHealthy(podman, container);
  };

  const addCopy = async (service: string): Promise<void> => {
    const container = await start(service);
    try {
      await untilHealthy(podman, container);
    } catch (error) {
      await podman(['rm', '--force', '--time=0', container.name], { evenIfStopped: true });
      throw error;
    }
    running.push(container);
  };

  const retire = async (container: Container): Promise<void> => {
    const seconds = stopSeconds(entryOf(container.service));
    await podman(['stop', `--time=${seconds}`, container.name]);
    await podman(['rm', container.name]);
    running.splice(running.indexOf(container), 1);
  };

  const replace = async (service: string): Promise<void> => {
    for (const old of copiesOf(service)) {
      await addCopy(service);
      await retire(old);
    }
  };

  const kill = async (service: string, downMs: number): Promise<void> => {
    const { name } = anyOf(service);
    await podman(['kill', name]);
    await pause(downMs);
    await podman(['start', name]);
  };

  const partition = async (one: string, other: string, forMs: number): Promise<void> => {
    const cuts = copiesOf(one).flatMap((from) => copiesOf(other).map((to) => [from.name, to.name] as const));
    for (const [from, to] of cuts) await refuseTraffic(podman, from, to);
    await pause(forMs);
    for (const [from, to] of cuts) await restoreTraffic(podman, from, to);
  };

  const disconnect = async (service: string, forMs: number): Promise<void> => {
    const networks = entryOf(service).networks.map(networkName);
    const copies = copiesOf(service);
    const each = async (act: (network: string, name: string) => Promise<unknown>): Promise<void> => {
      for (const network of networks) for (const { name } of copies) await act(network, name);
    };
    await each((network, name) => podman(['network', 'disconnect', network, name]));
    await pause(forMs);
    await each((network, name) => podman(['network', 'connect', `--alias=${service}`, network, name]));
  };

  const runOnce = (service: string, command: readonly string[]): Promise<string> => {
    started += 1;
    const name = `${PREFIX}-${service}-${started}`;
    const [, , ...options] = runArguments(service, { ...entryOf(service), command: [...command] }, { name, ports: [] });
    return podman(['run', '--rm', ...options]);
  };

  const allHealthy = async (): Promise<void> => {
    for (const container of running) await untilHealthy(podman, container);
  };

  const system: System = {
    addCopy,
    replace,
    kill,
    partition,
    disconnect,
    runOnce,
    execute: (service, command) => podman(['exec', anyOf(service).name, ...command]),
    untilHealthy: allHealthy,
    stop: () => removeOurs(podman, file),
  };

  await removeOurs(podman, file);
  for (const network of networksOf(file)) await podman(['network', 'create', network]);
  try {
    for (const [service, entry] of services) {
      for (const [other, { condition }] of Object.entries(entry.depends_on)) await awaitCondition(other, condition);
      const container = await start(service);
      if (entry.restart === 'no') jobs.set(service, container);
      else running.push(container);
      say(`${service} started`);
    }
    await allHealthy();
  } catch (error) {
    await system.stop();
    throw error;
  }
  return system;
};
