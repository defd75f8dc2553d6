import { siteUrl } from '../../stack.ts';
import type { Scenario } from './scenario.ts';
import { answer, leaveSite, dwell, openScreen, reload } from './visitor.ts';

export const MOVING: readonly Scenario[] = [
  {
    name: 'the next screen, back and forward',
    run: async (device) => {
      const tab = await openScreen(device);
      await answer(tab);
      await tab.run(() => history.back());
      await tab.until(() => document.querySelector('[data-screen="q2"]') !== null);
      await dwell();
      await tab.run(() => history.forward());
      await tab.until(() => document.querySelector('[data-screen="q3"]') !== null);
      await dwell();
      await leaveSite(tab);
    },
  },
  {
    name: 'a reload',
    run: async (device) => {
      const tab = await openScreen(device);
      await reload(tab);
      await leaveSite(tab);
    },
  },
  {
    name: 'another site and back through the back/forward cache',
    run: async (device) => {
      const tab = await openScreen(device);
      await tab.goto(siteUrl('/runtime-config.json'));
      await tab.until(() => location.pathname.endsWith('.json'));
      await dwell();
      await tab.travel(-1);
      await tab.until(() => window.__recordedEvents?.filter(({ kind }) => kind === 'screen').length === 2);
      await dwell();
      await leaveSite(tab);
    },
  },
  {
    name: 'two tabs at the same time',
    run: async (device) => {
      const first = await openScreen(device);
      const second = await openScreen(device, '/q7');
      await first.front();
      await dwell();
      await second.close();
      await first.close();
    },
  },
];
