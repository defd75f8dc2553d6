import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { CHROMIUM_ARGS } from '@course/federation/chromium';
import { chromiumPath } from '@course/test-kit/browser/chromium';
import { WITHOUT_OMNIBOX } from '../browser.ts';
import { siteUrl } from '../stack.ts';
import { DevTools, type Command } from './devtools.ts';
import type { PageRecording } from './recording.ts';
import { Tab } from './tab.ts';

const ARGS = [...CHROMIUM_ARGS, WITHOUT_OMNIBOX, '--remote-debugging-pipe', '--window-size=390,844'];

const POLL_MS = 20;

interface Process {
  readonly type: string;
  readonly id: number;
}

/** A visitor's device: a browser with a profile that survives it. */
export class Device {
  private chromium: ChildProcess | undefined;
  private browser: Command = () => Promise.reject(new Error('the browser is not open'));
  private devTools: DevTools | undefined;

  private readonly remembered = new Map<string, PageRecording>();

  private constructor(private readonly profile: string) {}

  static async start(): Promise<Device> {
    const device = new Device(await fs.mkdtemp(path.join(os.tmpdir(), 'timing-')));
    await device.openBrowser();
    return device;
  }

  async openBrowser(): Promise<void> {
    const chromium = spawn(chromiumPath(), [...ARGS, `--user-data-dir=${this.profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    const [, , , commands, responses] = chromium.stdio;
    this.chromium = chromium;
    this.devTools = new DevTools(commands as Writable, responses as Readable);
    this.browser = this.devTools.to();
    await this.browser('Browser.getVersion');
  }

  /** Opens a tab in front of the others. */
  async openTab(url = 'about:blank'): Promise<Tab> {
    if (!this.devTools) throw new Error('the browser is not open');
    const { targetId } = await this.browser<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.browser<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const tab = new Tab(targetId, this.devTools.to(sessionId), this.browser);
    await tab.prepare();
    if (url !== 'about:blank') await tab.goto(url);
    return tab;
  }

  /** Remembers what pages have recorded, because a browser that is killed may not have stored it. */
  remember(recordings: readonly PageRecording[]): void {
    for (const recording of recordings) {
      const known = this.remembered.get(recording.name)?.events.length ?? 0;
      if (recording.events.length >= known) this.remembered.set(recording.name, recording);
    }
  }

  /** Returns what all pages of this device have recorded. */
  async recordings(): Promise<readonly PageRecording[]> {
    const tab = await this.openTab(siteUrl('/runtime-config.json'));
    await tab.until(() => location.pathname.endsWith('.json'));
    this.remember(await tab.recordings());
    await tab.close();
    return [...this.remembered.values()];
  }

  /** Kills the processes that run pages. */
  async killPages(): Promise<void> {
    const pids = await this.pageProcesses();
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await this.untilGone(pids);
  }

  /** Waits until the browser has noticed that processes ended, because it uses them for new tabs until then. */
  private async untilGone(pids: readonly number[]): Promise<void> {
    while ((await this.pageProcesses()).some((pid) => pids.includes(pid))) await pause(POLL_MS);
  }

  /** Returns the ids of the processes that run pages. */
  async pageProcesses(): Promise<readonly number[]> {
    const { processInfo } = await this.browser<{ processInfo: readonly Process[] }>('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }

  /** Quits the browser as a desktop shutdown does: pages get few events or none. */
  async closeBrowser(): Promise<void> {
    await this.endWith(() => void this.browser('Browser.close').catch(() => {}));
  }

  async killBrowser(): Promise<void> {
    await this.endWith(() => this.chromium?.kill('SIGKILL'));
  }

  async dispose(): Promise<void> {
    await this.killBrowser();
    await fs.rm(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  private async endWith(end: () => void): Promise<void> {
    const { chromium } = this;
    if (!chromium || chromium.exitCode !== null || chromium.signalCode !== null) return;
    const exit = once(chromium, 'exit');
    end();
    await exit;
  }
}
