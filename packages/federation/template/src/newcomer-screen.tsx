import { screenOf } from '@course/funnel';
import { Link, pathTo } from '@course/platform';
import { Screen } from '@course/ui';
import { COPY } from './flow/copy.ts';
import type { NewcomerStep } from './flow/steps.ts';
import css from './newcomer-screen.module.css';

export const NewcomerScreen = ({ step }: { readonly step: NewcomerStep }) => (
  <Screen name={screenOf(step)}>
    <h1 className={css['title']}>{step.title}</h1>
    <p className={css['lead']}>{COPY.lead}</p>
    <Link to={pathTo('quiz')} className={css['onward']}>
      {COPY.onward}
    </Link>
  </Screen>
);
