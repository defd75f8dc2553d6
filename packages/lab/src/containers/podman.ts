import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOnPath } from '@course/dev-stack/process/on-path';
import { runTool } from '@course/dev-stack/process/run-tool';
import { Failure } from '@course/ops/failure';

/** Prefix of everything that a run creates. Nothing else is ever removed. */
export const PREFIX = 'course-test';

const PACKAGES = 'podman buildah runc netavark aardvark-dns catatonit iptables mmdebstrap';
const NEEDED = ['podman', 'runc', 'iptables', 'nsenter', 'mmdebstrap'];

/** Runs podman; resolves to what it printed. Rejects with its last line. */
export type Podman = (args: readonly string[], options?: PodmanOptions) => Promise<string>;

export interface PodmanOptions {
  /** True if a failure is a normal result. */
  readonly mayFail?: boolean;
  /** True for what must be done even after the run was stopped. */
  readonly evenIfStopped?: boolean;
}

/**
 * crun rejects some kernels' control groups. Limits must not exceed those of a container in which this program runs.
 */
const CONFIGURATION = `[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[network]
network_backend = "netavark"
`;

/** Returns a function that runs podman. Throws a `Failure` if the machine lacks what containers need. */
export const findPodman = (signal: AbortSignal): Podman => {
  const missing = NEEDED.filter((name) => !findOnPath(name));
  if (process.getuid?.() !== 0 || missing.length > 0)
    throw new Failure(
      `Real containers need root on Linux and ${missing.join(', ') || 'its rights'}. Type as root: apt-get install -y --no-install-recommends ${PACKAGES}`,
    );
  const file = path.join(mkdtempSync(path.join(tmpdir(), `${PREFIX}-`)), 'containers.conf');
  writeFileSync(file, CONFIGURATION);
  return async (args, { mayFail = false, evenIfStopped = false } = {}) => {
    const env = { CONTAINERS_CONF: file };
    const { code, output } = await runTool('podman', args, { env, ...(!evenIfStopped && { signal }) });
    if (code !== 0 && !mayFail) throw new Failure(`podman ${args.join(' ')}\n${output.trim().slice(-2000)}`);
    return output.trim();
  };
};
