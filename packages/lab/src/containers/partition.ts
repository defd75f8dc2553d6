import { runTool } from '@course/dev-stack/process/run-tool';
import { Failure } from '@course/ops/failure';
import type { Podman } from './podman.ts';

const addressesOf = async (podman: Podman, name: string): Promise<readonly string[]> =>
  (await podman(['inspect', '--format={{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}', name]))
    .split(' ')
    .filter(Boolean);

/** Adds or deletes rules in a container's network namespace that drop packets from and to another container. */
const changeRules = async (podman: Podman, change: '--append' | '--delete', name: string, other: string) => {
  const pid = await podman(['inspect', '--format={{.State.Pid}}', name]);
  for (const address of await addressesOf(podman, other))
    for (const rule of [
      ['INPUT', '--source', address],
      ['OUTPUT', '--destination', address],
    ]) {
      const { code, output } = await runTool('nsenter', [
        `--target=${pid}`,
        '--net',
        'iptables',
        change,
        ...rule,
        '--jump',
        'DROP',
      ]);
      if (code !== 0) throw new Failure(`The network of ${name} could not be changed: ${output.trim()}`);
    }
};

/** Silently drops all packets between two containers from now on. */
export const refuseTraffic = (podman: Podman, one: string, other: string): Promise<void> =>
  changeRules(podman, '--append', one, other);

export const restoreTraffic = (podman: Podman, one: string, other: string): Promise<void> =>
  changeRules(podman, '--delete', one, other);
