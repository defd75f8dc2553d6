import { siteUrl } from '../../stack.ts';
import type { Scenario } from './scenario.ts';
import { answer, comeAgain, interactive, leaveSite, look, openScreen, refuseDatabases } from './visitor.ts';

export const UNSENT: readonly Scenario[] = [
  {
    name: 'a page left offline, and the network back',
    run: async (device) => {
      const tab = await openScreen(device);
      await tab.network({ offline: true });
      await answer(tab);
      await tab.run(() => history.back());
      await look();
      await tab.network({ offline: false });
      await look();
      await leaveSite(tab);
    },
  },
  {
    name: 'a tab closed offline',
    run: async (device) => {
      const tab = await openScreen(device);
      await tab.network({ offline: true });
      await answer(tab);
      await tab.close();
      await comeAgain(device);
    },
  },
  {
    name: 'a slow server: left before it answered',
    run: async (device) => {
      const tab = await device.openTab();
      await tab.onEveryPage(() => {
        const send = window.fetch;
        const later = () => new Promise((resolve) => setTimeout(resolve, 2_000));
        window.fetch = (...call) =>
          String(call[0]).endsWith('/api/page-views') ? later().then(() => send(...call)) : send(...call);
      });
      await tab.goto(siteUrl('/q2'));
      await tab.until(interactive);
      await look();
      await leaveSite(tab);
    },
  },
  {
    name: 'a server that is down and comes up',
    run: async (device) => {
      const tab = await device.openTab();
      await tab.onEveryPage(() => {
        const send = window.fetch;
        const upAt = performance.now() + 3_000;
        window.fetch = (...call) =>
          String(call[0]).startsWith('/api/page-views') && performance.now() < upAt
            ? Promise.resolve(Response.json({}, { status: 503 }))
            : send(...call);
      });
      await tab.goto(siteUrl('/q2'));
      await tab.until(interactive);
      await look();
      await answer(tab);
      await look(3_000);
      await leaveSite(tab);
    },
  },
  {
    name: 'a browser that refuses to store, left as it should be',
    run: async (device) => {
      const tab = await device.openTab();
      await tab.onEveryPage(refuseDatabases);
      await tab.goto(siteUrl('/q2'));
      await tab.until(interactive);
      await look();
      await answer(tab);
      await leaveSite(tab);
    },
  },
];
