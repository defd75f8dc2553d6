import { START_OVER_COPY } from '@course/funnel';
import { notify, startOver, useGo } from '@course/platform';
import css from './payment-success-screen.module.css';

const ENTRY = '/';

/** After the payment the next person on this device may begin with a clean start. */
export function StartOver() {
  const go = useGo();
  const begin = () => {
    startOver();
    go(ENTRY);
    notify({ tone: 'plain', ...START_OVER_COPY.done });
  };
  return (
    <p className={css['shared']}>
      <span>{START_OVER_COPY.shared}</span>
      <button type="button" className={css['again']} onClick={begin}>
        {START_OVER_COPY.button}
      </button>
    </p>
  );
}
