import type { ComposeService } from '@course/dev-stack/compose/compose-file';
import { Failure } from '@course/ops/failure';
import { waitUntil } from '@course/ops/wait';
import { PREFIX, type Podman } from './podman.ts';
import { localImage } from './product-images.ts';

/** A running container of a service. */
export interface Container {
  readonly name: string;
  readonly service: string;
}

const HEALTHY_MAX_MS = 240_000;
const STOP_DEFAULT_SECONDS = 10;

export const networkName = (network: string): string => `${PREFIX}_${network}`;
export const volumeName = (volume: string): string => `${PREFIX}_${volume}`;

/** Converts a health check: `CMD` is a program with its arguments, `CMD-SHELL` a shell command line. */
const healthCommand = ([kind, ...rest]: readonly string[]): string =>
  kind === 'CMD' ? JSON.stringify(rest) : rest.join(' ');

const volumeSource = (volume: string): string => (/^[./]/.test(volume) ? volume : volumeName(volume));

/** Returns the arguments of `podman run` that correspond to the service's entry in docker-compose.yml. */
export const runArguments = (
  service: string,
  entry: ComposeService,
  { name, ports = entry.ports }: { name: string; ports?: readonly string[] },
): readonly string[] => [
  'run',
  '--detach',
  `--name=${name}`,
  ...entry.networks.map((network) => `--network=${networkName(network)}:alias=${service}`),
  ...(entry.init ? ['--init'] : []),
  ...(entry.read_only ? ['--read-only'] : []),
  ...entry.tmpfs.map((folder) => `--tmpfs=${folder}`),
  ...entry.cap_drop.map((capability) => `--cap-drop=${capability}`),
  ...entry.security_opt.map((option) => `--security-opt=${option.replace(/:true$/, '')}`),
  ...Object.entries(entry.environment).map(([key, value]) => `--env=${key}=${value}`),
  ...ports.map((port) => `--publish=${port}`),
  ...entry.volumes.map((volume) => `--volume=${volumeSource(volume)}`),
  ...(entry.healthcheck ? [`--health-cmd=${healthCommand(entry.healthcheck.test)}`] : []),
  localImage(entry.image),
  ...(entry.command ?? []),
];

const logsOf = (podman: Podman, name: string): Promise<string> =>
  podman(['logs', '--tail=20', name], { mayFail: true });

const isRunning = async (podman: Podman, name: string): Promise<boolean> =>
  (await podman(['inspect', '--format={{.State.Running}}', name], { mayFail: true })) === 'true';

/** Runs the container's health check until it passes, because podman does not run it without systemd. */
export const untilHealthy = async (podman: Podman, { name }: Container): Promise<void> => {
  let hasEnded = false;
  try {
    await waitUntil(
      async () => {
        hasEnded = !(await isRunning(podman, name));
        if (!hasEnded) await podman(['healthcheck', 'run', name]);
        return !hasEnded;
      },
      { what: name, timeoutMs: HEALTHY_MAX_MS, giveUp: () => (hasEnded ? `${name} has ended` : undefined) },
    );
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : ''}\n${await logsOf(podman, name)}`, {
      cause: error,
    });
  }
};

/** Waits until a one-shot job has succeeded. */
export const untilCompleted = async (podman: Podman, { name }: Container): Promise<void> => {
  const code = await podman(['wait', name]);
  if (code !== '0') throw new Failure(`${name} ended with ${code}\n${await logsOf(podman, name)}`);
};

/** Returns the seconds between SIGTERM and SIGKILL. */
export const stopSeconds = ({ stop_grace_period: period }: ComposeService): number =>
  period === undefined ? STOP_DEFAULT_SECONDS : Number.parseInt(period, 10);
