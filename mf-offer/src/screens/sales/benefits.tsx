import { SALES_COPY } from '@course/funnel';
import { CheckList } from '../../offer/check-list.tsx';
import { Section } from '../../offer/section.tsx';

export const Benefits = () => (
  <Section title={SALES_COPY.benefits.title}>
    <CheckList items={SALES_COPY.benefits.items} />
  </Section>
);
