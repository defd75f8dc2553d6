import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from './devtools.ts';
import { hangSoon, recordPage, readRecordings, type PageRecording } from './recording.ts';

const POLL_MS = 20;
const TIMEOUT_MS = 20_000;

interface History {
  readonly currentIndex: number;
  readonly entries: readonly { readonly id: number }[];
}

/** One tab, with what a visitor can do to it. */
export class Tab {
  constructor(
    readonly id: string,
    private readonly page: Command,
    private readonly browser: Command,
  ) {}

  async prepare(): Promise<void> {
    await this.page('Page.enable');
    await this.page('Network.enable');
    await this.onEveryPage(recordPage);
  }

  /** Runs a script before every page's own scripts. */
  async onEveryPage(script: () => void): Promise<void> {
    await this.page('Page.addScriptToEvaluateOnNewDocument', { source: `(${script.toString()})()` });
  }

  /** Opens an address without waiting until it has loaded. */
  async goto(url: string): Promise<void> {
    await this.page('Page.navigate', { url });
  }

  async reload(): Promise<void> {
    await this.page('Page.reload');
  }

  /** Steps in the browser's history: -1 is back. */
  async travel(steps: number): Promise<void> {
    const { currentIndex, entries } = await this.page<History>('Page.getNavigationHistory');
    const entry = entries[currentIndex + steps];
    if (!entry) throw new Error('the history ends here');
    await this.page('Page.navigateToHistoryEntry', { entryId: entry.id });
  }

  async front(): Promise<void> {
    await this.browser('Target.activateTarget', { targetId: this.id });
  }

  async close(): Promise<void> {
    await this.browser('Target.closeTarget', { targetId: this.id });
  }

  async window(windowState: 'minimized' | 'normal'): Promise<void> {
    const { windowId } = await this.page<{ windowId: number }>('Browser.getWindowForTarget');
    await this.page('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  }

  async lifecycle(state: 'frozen' | 'active'): Promise<void> {
    await this.page('Page.setWebLifecycleState', { state });
  }

  async network({ offline }: { readonly offline: boolean }): Promise<void> {
    await this.page('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  }

  /** Runs a function in the page. It must not refer to anything outside itself. */
  run<Result>(work: () => Result): Promise<Awaited<Result>> {
    return this.evaluate(`(${work.toString()})()`);
  }

  private async evaluate<Result>(expression: string): Promise<Awaited<Result>> {
    const { result, exceptionDetails } = await this.page<{
      result: { value: Awaited<Result> };
      exceptionDetails?: { text: string };
    }>('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
      userGesture: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  /** Waits until a condition is true in the page. An error, as during a navigation, counts as false. */
  async until(condition: () => boolean): Promise<void> {
    for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await pause(POLL_MS)) {
      if (await this.run(condition).catch(() => false)) return;
    }
    throw new Error(`The page never met the condition: ${condition.toString()}`);
  }

  /** Returns what this device's pages have recorded so far. */
  recordings(): Promise<readonly PageRecording[]> {
    return this.run(readRecordings);
  }

  /** Returns the same for a page that is about to be killed, and makes it hang, so that no heartbeat follows. */
  lastRecordings(): Promise<readonly PageRecording[]> {
    return this.evaluate(`((${hangSoon.toString()})(), (${readRecordings.toString()})())`);
  }
}
