import { SALES002_COPY, type Pricing } from '@course/funnel';
import { useName } from '@course/platform';
import { Sunrise } from '@course/ui';
import { Section } from '../../offer/section.tsx';
import css from './sales002.module.css';

/** Speaks to the visitor by name, once it is known. */
export function Hero({ title, pricing }: { readonly title: string; readonly pricing: Pricing }) {
  const name = useName();
  return (
    <Section look="dawn">
      <div className={css['hero']}>
        <div className={css['words']}>
          <p className={css['ready']}>{name ? SALES002_COPY.readyFor(name) : SALES002_COPY.ready}</p>
          <h1 className={css['title']}>{title}</h1>
          <p>{SALES002_COPY.hero}</p>
          {pricing === 'discounted' && <p className={css['discount']}>{SALES002_COPY.discount}</p>}
        </div>
        <Sunrise walked={1} className={css['picture']} />
      </div>
    </Section>
  );
}
