import { siteUrl } from '../../stack.ts';
import type { Scenario } from './scenario.ts';
import { answer, revisit, interactive, leaveSite, dwell, openScreen, refuseDatabases } from './visitor.ts';

export const UNSENT: readonly Scenario[] = [
  {
    name: 'a page left offline, after the network is back',
    run: async (device) => {
      const tab = await openScreen(device);
      await tab.network({ offline: true });
      await answer(tab);
      await tab.run(() => history.back());
      await dwell();
      await tab.network({ offline: false });
      await dwell();
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
      await revisit(device);
    },
  },
  {
    name: 'a page left before a slow server has responded',
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
      await dwell();
      await leaveSite(tab);
    },
  },
  {
    name: 'a page whose server is down at first',
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
      await dwell();
      await answer(tab);
      await dwell(3_000);
      await leaveSite(tab);
    },
  },
  {
    name: 'a browser without storage, left normally',
    run: async (device) => {
      const tab = await device.openTab();
      await tab.onEveryPage(refuseDatabases);
      await tab.goto(siteUrl('/q2'));
      await tab.until(interactive);
      await dwell();
      await answer(tab);
      await leaveSite(tab);
    },
  },
];
