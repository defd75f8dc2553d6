import { GENDER_COPY, stepOf, type StepKey } from '@course/funnel';
import { Link } from '@course/platform';
import css from './consent.module.css';

const POLICIES: readonly StepKey[] = ['terms', 'privacy', 'subscription'];

/** What choosing means, with the texts it refers to. `from` is where their back link returns. */
export const Consent = ({ from }: { readonly from: string }) => (
  <div className={css['consent']}>
    <p>{GENDER_COPY.consent}</p>
    <ul className={css['links']}>
      {POLICIES.map(stepOf).map(({ key, path, title }) => (
        <li key={key}>
          <Link to={path} state={{ from }} className={css['link']}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </div>
);
