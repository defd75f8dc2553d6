import { siteUrl } from '../../stack.ts';
import type { Scenario } from './scenario.ts';
import { afterHeartbeat, revisit, interactive, dwell, openScreen, refuseDatabases } from './visitor.ts';

export const ENDING: readonly Scenario[] = [
  {
    name: 'the last page, whose tab is closed',
    run: async (device) => {
      const tab = await openScreen(device);
      await tab.close();
    },
  },
  {
    name: 'the last page in a browser that quits without warning',
    endMayBeLost: true,
    run: async (device) => {
      const tab = await openScreen(device);
      await afterHeartbeat(tab);
      await dwell(300);
      await device.closeBrowser();
      await device.openBrowser();
      await revisit(device);
    },
  },
  {
    name: 'a tab killed while it is visible',
    run: async (device) => {
      const tab = await openScreen(device);
      await afterHeartbeat(tab);
      await dwell(300);
      await device.killPages();
      await revisit(device);
    },
  },
  {
    name: 'a tab killed in the background',
    run: async (device) => {
      await openScreen(device);
      await device.openTab();
      await dwell();
      await device.killPages();
      await revisit(device);
    },
  },
  {
    name: 'a page that the browser froze and discarded',
    run: async (device) => {
      const tab = await openScreen(device);
      await device.openTab();
      await tab.lifecycle('frozen');
      await dwell();
      await device.killPages();
      await revisit(device);
    },
  },
  {
    name: 'a browser killed while the page is visible',
    run: async (device) => {
      const tab = await openScreen(device);
      await afterHeartbeat(tab);
      await afterHeartbeat(tab);
      device.remember(await tab.lastRecordings());
      await dwell();
      await device.killBrowser();
      await device.openBrowser();
      await revisit(device);
    },
  },
  {
    name: 'a killed browser without storage, as unknown',
    unknown: [0],
    run: async (device) => {
      const tab = await device.openTab();
      await tab.onEveryPage(refuseDatabases);
      await tab.goto(siteUrl('/q2'));
      await tab.until(interactive);
      await dwell(1_500);
      await device.killPages();
      await revisit(device);
    },
  },
];
