import { SALES002_COPY } from '@course/funnel';
import { GiftIcon, MailIcon } from '../../art/icons.tsx';
import { CheckList } from '../../offer/check-list.tsx';
import { Section } from '../../offer/section.tsx';
import css from './sales002.module.css';

/** How the course arrives, and what comes with it. */
export const Delivery = () => (
  <Section>
    <div className={css['delivery']}>
      <div className={css['panel']}>
        <MailIcon />
        <h2 className={css['panelTitle']}>{SALES002_COPY.delivery.title}</h2>
        <p>{SALES002_COPY.delivery.text}</p>
      </div>
      <div className={css['panel']}>
        <GiftIcon />
        <h2 className={css['panelTitle']}>{SALES002_COPY.bonuses.title}</h2>
        <CheckList items={SALES002_COPY.bonuses.items} />
      </div>
    </div>
  </Section>
);
