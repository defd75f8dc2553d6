import { DEFAULT_PLAN } from '@course/funnel';
import { stepOf } from '../flow/paths.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { SCREENS } from './screens.ts';

it.each(['sales', 'sales002'] as const)('%s is served with only the default plan chosen', (key) => {
  const step = stepOf(key);
  const Screen = SCREENS[key];
  const html = renderToStaticMarkup(
    <StaticRouter location={`${step.path}?plan=12week`}>
      <Screen step={step} />
    </StaticRouter>,
  );
  const chosen = [...html.matchAll(/aria-checked="true"[^>]*data-plan="(\w+)"/g)].map(([, plan]) => plan);
  expect(chosen).toEqual([DEFAULT_PLAN]);
  expect(html).toContain(`<input type="hidden" name="plan" value="${DEFAULT_PLAN}"/>`);
});
