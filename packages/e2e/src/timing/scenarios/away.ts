import type { Scenario } from './scenario.ts';
import { afterHeartbeat, leaveSite, dwell, openScreen } from './visitor.ts';

const SLEEP_MS = 6_000;

export const AWAY: readonly Scenario[] = [
  {
    name: 'another tab in front for a while',
    run: async (device) => {
      const tab = await openScreen(device);
      const other = await device.openTab();
      await dwell(900);
      await other.close();
      await tab.front();
      await dwell();
      await leaveSite(tab);
    },
  },
  {
    name: 'a tab that is closed in the background',
    run: async (device) => {
      const tab = await openScreen(device);
      await device.openTab();
      await dwell(900);
      await tab.close();
    },
  },
  {
    name: 'another app in front, twice',
    run: async (device) => {
      const tab = await openScreen(device);
      for (const away of [500, 800]) {
        await tab.window('minimized');
        await dwell(away);
        await tab.window('normal');
        await dwell();
      }
      await leaveSite(tab);
    },
  },
  {
    name: 'a page that the browser froze in the background',
    run: async (device) => {
      const tab = await openScreen(device);
      const other = await device.openTab();
      await dwell(300);
      await tab.lifecycle('frozen');
      await dwell(1_000);
      await tab.lifecycle('active');
      await other.close();
      await tab.front();
      await dwell();
      await leaveSite(tab);
    },
  },
  {
    name: 'a device that sleeps while the page is visible',
    run: async (device) => {
      const tab = await openScreen(device);
      const pages = await device.pageProcesses();
      await afterHeartbeat(tab);
      for (const pid of pages) process.kill(pid, 'SIGSTOP');
      await dwell(SLEEP_MS);
      for (const pid of pages) process.kill(pid, 'SIGCONT');
      await dwell();
      await leaveSite(tab);
    },
  },
  {
    name: 'a clock put forward by an hour',
    clamped: true,
    run: async (device) => {
      const tab = await openScreen(device);
      await tab.run(() => {
        const Real = Date;
        const hour = 3_600_000;
        window.Date = class extends Real {
          constructor(...args: []) {
            super(...((args.length > 0 ? args : [Real.now() + hour]) as []));
          }
          static override now = () => Real.now() + hour;
        } as DateConstructor;
      });
      await dwell();
      await leaveSite(tab);
    },
  },
];
