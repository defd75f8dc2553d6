import { setTimeout as pause } from 'node:timers/promises';
import { siteUrl } from '../../stack.ts';
import type { Device } from '../device.ts';
import type { Tab } from '../tab.ts';

const DWELL_MS = 700;
const HEARTBEAT_MS = 1_000;

export const dwell = (ms = DWELL_MS): Promise<void> => pause(ms);
export const interactive = (): boolean => document.documentElement.dataset['interactive'] === 'true';

export const openScreen = async (device: Device, path = '/q2'): Promise<Tab> => {
  const tab = await device.openTab(siteUrl(path));
  await tab.until(interactive);
  await dwell();
  return tab;
};

export const answer = async (tab: Tab): Promise<void> => {
  await tab.run(() => document.querySelector<HTMLElement>('[data-answer]')?.click());
  await tab.until(() => document.querySelector('[data-screen="q3"]') !== null);
  await dwell();
};

export const leaveSite = (tab: Tab): Promise<void> => tab.goto('about:blank');

/** Waits for the next heartbeat, so that what follows happens shortly after one. */
export const afterHeartbeat = async (tab: Tab): Promise<void> => {
  await pause(HEARTBEAT_MS);
  await tab.run(() => {
    const heartbeats = () => window.__recordedEvents.filter(({ kind }) => kind === 'heartbeat').length;
    const before = heartbeats();
    return new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (heartbeats() === before) return;
        clearInterval(timer);
        resolve();
      }, 5);
    });
  });
};

/** Loads the site again on this device, which sends what could not be sent before. */
export const revisit = async (device: Device): Promise<void> => {
  const tab = await openScreen(device);
  await tab.until(() => performance.getEntriesByName('checked for unsent views').length > 0);
  await leaveSite(tab);
};

export const reload = async (tab: Tab): Promise<void> => {
  await tab.run(() => void Object.assign(window, { __old: true }));
  await tab.reload();
  await tab.until(() => !('__old' in window) && document.documentElement.dataset['interactive'] === 'true');
  await dwell();
};

/** Makes access to IndexedDB throw. Runs in the page. */
export function refuseDatabases(): void {
  Object.defineProperty(window, 'indexedDB', {
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
}
