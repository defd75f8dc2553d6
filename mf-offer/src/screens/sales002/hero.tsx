import { SALES002_COPY, type Plan, type Pricing } from '@course/funnel';
import { useName } from '@course/platform';
import { Sunrise } from '@course/ui';
import { Section } from '../../offer/section.tsx';
import css from './sales002.module.css';

interface HeroProps {
  readonly title: string;
  readonly plans: readonly Plan[];
  readonly pricing: Pricing;
}

/** Speaks to the visitor by name, once it is known. */
export function Hero({ title, plans, pricing }: HeroProps) {
  const name = useName();
  return (
    <Section look="dawn">
      <div className={css['hero']}>
        <div className={css['words']}>
          <p className={css['ready']}>{name ? SALES002_COPY.readyFor(name) : SALES002_COPY.ready}</p>
          <h1 className={css['title']}>{title}</h1>
          <p>{SALES002_COPY.hero}</p>
          {pricing === 'discounted' && <p className={css['discount']}>{SALES002_COPY.discount(plans)}</p>}
        </div>
        <Sunrise walked={1} className={css['picture']} />
      </div>
    </Section>
  );
}
