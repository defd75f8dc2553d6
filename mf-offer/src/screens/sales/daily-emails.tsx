import { SALES_COPY } from '@course/funnel';
import { Sunrise } from '@course/ui';
import { Section } from '../../offer/section.tsx';
import css from './sales.module.css';

export const DailyEmails = () => (
  <Section title={SALES_COPY.emails.title} look="tinted">
    <div className={css['emails']}>
      <p className={css['lead']}>{SALES_COPY.emails.text}</p>
      <Sunrise className={css['path']} />
    </div>
  </Section>
);
