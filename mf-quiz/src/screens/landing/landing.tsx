import { LANDING_COPY } from '@course/funnel';
import { Button, Sunrise } from '@course/ui';
import type { BodyProps } from '../../flow/body-props.ts';
import { ResumeLink } from '../../flow/resume-link.tsx';
import { HEADING_ID } from '../../parts/heading.tsx';
import { Facts } from './facts.tsx';
import { HowItWorks } from './how-it-works.tsx';
import css from './landing.module.css';

export function Landing({ step, answers, onAnswer }: BodyProps<'landing'>) {
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
      <Facts />
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
