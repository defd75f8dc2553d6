import { type Plan, type Pricing } from '@course/funnel';
import type { MyPlan } from '../../flow/planner.ts';
import { TIMELINE_COPY } from '../../flow/offer-copy.ts';
import { SALES002_COPY } from '../../flow/sales-copy.ts';
import { useName } from '@course/platform';
import { Sunrise } from '@course/ui';
import { GiftIcon, MailIcon } from '../../art/icons.tsx';
import { CheckList, Section } from '../../offer/section.tsx';
import css from './sales002.module.css';

interface HeroProps {
  readonly title: string;
  readonly plans: readonly Plan[];
  readonly pricing: Pricing;
}

/** Addresses the visitor by name once it is known. */
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

interface BannerProps {
  readonly total: number | string;
  readonly note: string;
}

export const CompleteBanner = ({ total, note }: BannerProps) => (
  <div className={css['banner']}>
    <div className={css['bannerInner']}>
      <p className={css['bannerText']}>
        <strong>{SALES002_COPY.complete(total)}</strong>
        <span>{note}</span>
      </p>
      <progress className={css['progress']} value={total} max={total} aria-label={SALES002_COPY.complete(total)} />
    </div>
  </div>
);

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

/** Lessons from each week of the visitor's plan. */
export const Weeks = ({ plan }: { readonly plan: MyPlan }) => (
  <Section title={SALES002_COPY.weeksTitle} look="tinted">
    <p className={css['weeksNote']}>
      {plan.reasons ? SALES002_COPY.weeksFromAnswers(plan.reasons) : SALES002_COPY.weeksNote}
    </p>
    <ol className={css['weeks']}>
      {SALES002_COPY.weekTitles.map((title, i) => (
        <li key={title} className={css['week']}>
          <p className={css['weekNumber']}>{TIMELINE_COPY.weeks[i]}</p>
          <h3 className={css['weekTitle']}>{title}</h3>
          <ul className={css['weekPoints']}>
            {(plan.weeks[i] ?? []).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  </Section>
);
