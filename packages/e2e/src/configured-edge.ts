import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startProgram } from '@course/test-kit/server-process';
import type { Browser } from 'playwright-core';
import { launch } from './browser.ts';
import { dataDir, siteUrl } from './stack.ts';

/** Another edge of the same installation, with other settings. */
export interface ConfiguredEdge {
  /** A browser that reaches this edge at the address of the site. */
  readonly browser: Browser;
  stop(): Promise<void>;
}

/** Starts an edge with these settings in front of the running services. */
export async function startConfiguredEdge(settings: Readonly<Record<string, string>>): Promise<ConfiguredEdge> {
  const site = new URL(siteUrl());
  const upstream = `http://127.0.0.1:${site.port}`;
  const releasesDir = await fs.mkdtemp(path.join(os.tmpdir(), 'configured-edge-'));
  const edge = await startProgram({
    name: 'edge',
    main: 'shell/dist/edge/main.mjs',
    vars: {
      LOG_LEVEL: 'silent',
      PUBLIC_URL: site.origin,
      FUNNEL_URL: upstream,
      TRACKING_URL: upstream,
      RELEASE_STORE: path.join(dataDir(), 'releases'),
      RELEASES_DIR: releasesDir,
      ...settings,
    },
  });
  const browser = await launch([`--host-resolver-rules=MAP ${site.host} ${new URL(edge.url).host}`]);
  const stop = async (): Promise<void> => {
    await browser.close();
    await edge.stop();
    await fs.rm(releasesDir, { recursive: true });
  };
  return { browser, stop };
}
