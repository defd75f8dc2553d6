import { siteUrl } from '../../stack.ts';
import type { Scenario } from './scenario.ts';
import { afterHeartbeat, comeAgain, interactive, look, openScreen, refuseDatabases } from './visitor.ts';

export const ENDING: readonly Scenario[] = [
  {
    name: 'the last page: its tab is closed',
    run: async (device) => {
      const tab = await openScreen(device);
      await tab.close();
    },
  },
  {
    name: 'the last page: the browser quits without asking it',
    run: async (device) => {
      const tab = await openScreen(device);
      await afterHeartbeat(tab);
      await look(300);
      await device.closeBrowser();
      await device.openBrowser();
      await comeAgain(device);
    },
  },
  {
    name: 'a tab killed while it is on show',
    run: async (device) => {
      const tab = await openScreen(device);
      await afterHeartbeat(tab);
      await look(300);
      await device.killPages();
      await comeAgain(device);
    },
  },
  {
    name: 'a tab killed in the background',
    run: async (device) => {
      await openScreen(device);
      await device.openTab();
      await look();
      await device.killPages();
      await comeAgain(device);
    },
  },
  {
    name: 'a page that the browser froze and threw away',
    run: async (device) => {
      const tab = await openScreen(device);
      await device.openTab();
      await tab.lifecycle('frozen');
      await look();
      await device.killPages();
      await comeAgain(device);
    },
  },
  {
    name: 'a browser killed while the page is on show',
    run: async (device) => {
      const tab = await openScreen(device);
      await afterHeartbeat(tab);
      await afterHeartbeat(tab);
      device.remember(await tab.lastTruth());
      await look();
      await device.killBrowser();
      await device.openBrowser();
      await comeAgain(device);
    },
  },
  {
    name: 'a browser that refuses to store, killed: nobody knows',
    unknown: [0],
    run: async (device) => {
      const tab = await device.openTab();
      await tab.onEveryPage(refuseDatabases);
      await tab.goto(siteUrl('/q2'));
      await tab.until(interactive);
      await look(1_500);
      await device.killPages();
      await comeAgain(device);
    },
  },
];
