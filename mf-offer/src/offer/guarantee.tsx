import { OFFER_COPY, pathOf } from '@course/funnel';
import { Link } from '@course/platform';
import { ShieldIcon } from '../art/icons.tsx';
import css from './guarantee.module.css';
import { Section } from './section.tsx';

const COPY = OFFER_COPY.guarantee;

export const Guarantee = () => (
  <Section>
    <div className={css['guarantee']}>
      <ShieldIcon />
      <div className={css['words']}>
        <h2 className={css['title']}>{COPY.title}</h2>
        <p>{COPY.text}</p>
        <Link to={pathOf('refund')} className={css['link']}>
          {COPY.link}
        </Link>
      </div>
    </div>
  </Section>
);
