import { LANDING_COPY } from '../../flow/entries-copy.ts';
import { fromPerDayOf, OWNER_CONFIG, type OwnerConfig, PLANS, type Pricing, pricingAt } from '@course/funnel';
import { questionTotal } from '@course/platform';
import { Button, Sunrise, useOnceHydrated } from '@course/ui';
import type { BodyProps } from '../../flow/body-props.ts';
import { ResumeLink } from '../../flow/resume-link.tsx';
import { HEADING_ID } from '../../parts/screen-parts.tsx';
import css from './landing.module.css';

interface LandingProps extends BodyProps<'landing'> {
  readonly config?: Pick<OwnerConfig, 'sales002Countdown'>;
}

export function Landing({ step, answers, onAnswer, config = OWNER_CONFIG }: LandingProps) {
  const [option] = step.options;
  if (!option) return null;
  const start = () => onAnswer(option.value);
  return (
    <div className={css['page']}>
      <section className={css['hero']}>
        <div className={css['words']}>
          <h1 id={HEADING_ID} className={css['title']}>
            {step.title}
          </h1>
          <p className={css['lead']}>{LANDING_COPY.lead}</p>
          <Button data-answer={option.value} onClick={start}>
            {option.label}
          </Button>
          <div className={css['resume']}>
            <ResumeLink answers={answers} />
          </div>
        </div>
        <Sunrise className={css['picture']} />
      </section>
      <Facts config={config} />
      <HowItWorks />
      <section className={css['closing']}>
        <h2 className={css['closing-title']}>{LANDING_COPY.closing}</h2>
        <Button data-answer={option.value} onClick={start}>
          {LANDING_COPY.second}
        </Button>
      </section>
    </div>
  );
}

function Facts({ config }: Required<Pick<LandingProps, 'config'>>) {
  const readPricing = (): Pricing => pricingAt(Date.now(), config);
  const pricing = useOnceHydrated('discounted', readPricing);
  return (
    <ul className={css['facts']}>
      {LANDING_COPY.facts(fromPerDayOf(PLANS, pricing)).map(({ value, label }) => (
        <li key={label} className={css['fact']}>
          <strong className={css['value']}>{value}</strong>
          <span className={css['label']}>{label}</span>
        </li>
      ))}
    </ul>
  );
}

const HowItWorks = () => (
  <section className={css['how']}>
    <h2 className={css['how-title']}>{LANDING_COPY.stepsTitle}</h2>
    <ol className={css['steps']}>
      {LANDING_COPY.steps.map(({ title, text }, index) => (
        <li key={title} className={css['step']}>
          <span className={css['stone']} aria-hidden="true">
            {index + 1}
          </span>
          <h3 className={css['step-name']}>{title}</h3>
          <p className={css['step-text']}>{text(questionTotal())}</p>
        </li>
      ))}
    </ol>
  </section>
);
