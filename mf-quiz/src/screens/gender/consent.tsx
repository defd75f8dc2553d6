import { Link, pathTo } from '@course/platform';
import { LEGAL_LINKS } from '../../flow/copy.ts';
import { GENDER_COPY } from '../../flow/entries-copy.ts';
import css from './consent.module.css';

const POLICIES = ['terms', 'privacy', 'subscription'] as const;

/** States what the visitor accepts by choosing, with links to the policies. */
export const Consent = () => (
  <div className={css['consent']}>
    <p>{GENDER_COPY.consent}</p>
    <ul className={css['links']}>
      {POLICIES.map((key) => (
        <li key={key}>
          <Link to={pathTo(key)} className={css['link']}>
            {LEGAL_LINKS[key]}
          </Link>
        </li>
      ))}
    </ul>
  </div>
);
