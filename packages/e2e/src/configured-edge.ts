import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@course/dev-stack/process/ports';
import type { Browser } from 'playwright-core';
import { launch } from './browser.ts';
import { dataDir, siteUrl } from './stack.ts';

const EDGE = path.join(import.meta.dirname, '..', '..', '..', 'shell', 'dist', 'edge', 'main.mjs');
const READY_TRIES = 600;
const PAUSE_MS = 100;

/** The same installation seen through an edge with other settings. */
export interface ConfiguredEdge {
  /** A browser that finds this edge under the address of the site. */
  readonly browser: Browser;
  stop(): Promise<void>;
}

/** Starts an edge with these settings in front of the services that run already. */
export async function startConfiguredEdge(settings: Readonly<Record<string, string>>): Promise<ConfiguredEdge> {
  const site = new URL(siteUrl());
  const behind = `http://127.0.0.1:${site.port}`;
  const port = await freePort();
  const releasesDir = await fs.mkdtemp(path.join(os.tmpdir(), 'configured-edge-'));
  const edge = spawn(process.execPath, [EDGE], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      PUBLIC_URL: site.origin,
      FUNNEL_URL: behind,
      TRACKING_URL: behind,
      RELEASE_STORE: path.join(dataDir(), 'releases'),
      RELEASES_DIR: releasesDir,
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await untilHealthy(`http://127.0.0.1:${port}/healthz`);
  const browser = await launch([`--host-resolver-rules=MAP ${site.host} 127.0.0.1:${port}`]);
  const stop = async (): Promise<void> => {
    await browser.close();
    await ended(edge);
    await fs.rm(releasesDir, { recursive: true });
  };
  return { browser, stop };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function untilHealthy(url: string): Promise<void> {
  for (let left = READY_TRIES; left > 0; left -= 1) {
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error('the edge did not come up');
}
