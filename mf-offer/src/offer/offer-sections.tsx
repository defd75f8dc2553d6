import { OFFER_COPY, pathOf, PRODUCT, STEPS, type Testimonial } from '@course/funnel';
import { Link } from '@course/platform';
import { Stars } from '@course/ui';
import { FlagIcon, ShieldIcon, TargetIcon } from '../art/icons.tsx';
import css from './offer-sections.module.css';
import { Section } from './section.tsx';
import testimonialListCss from './testimonial-list.module.css';

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

interface GoalCardsProps {
  readonly goal: string;
  readonly target: string;
}

/** What the visitor wants, and what it is for. */
export const GoalCards = ({ goal, target }: GoalCardsProps) => (
  <dl className={css['cards']}>
    <div className={css['card']} data-card="goal">
      <FlagIcon />
      <dt>{OFFER_COPY.goalCard}</dt>
      <dd>{goal}</dd>
    </div>
    <div className={css['card']} data-card="target">
      <TargetIcon />
      <dt>{OFFER_COPY.targetCard}</dt>
      <dd>{target}</dd>
    </div>
  </dl>
);

interface TestimonialListProps {
  readonly title: string;
  readonly testimonials: readonly Testimonial[];
}

export const TestimonialList = ({ title, testimonials }: TestimonialListProps) => (
  <Section title={title}>
    <ul className={testimonialListCss['list']}>
      {testimonials.map((testimonial) => (
        <li key={testimonial.name} className={testimonialListCss['card']}>
          <Stars rating={testimonial.rating} />
          <h3 className={testimonialListCss['title']}>{testimonial.title}</h3>
          <blockquote>{testimonial.text}</blockquote>
          <p className={testimonialListCss['name']}>{testimonial.name}</p>
        </li>
      ))}
    </ul>
  </Section>
);

const LEGAL = STEPS.filter(
  ({ kind }) => kind === 'terms' || kind === 'privacy' || kind === 'refund' || kind === 'subscription',
);

export const OfferFooter = () => (
  <footer className={css['footer']}>
    <nav aria-label="Legal" className={css['links']}>
      {LEGAL.map((step) => (
        <Link key={step.key} to={step.path}>
          {step.title}
        </Link>
      ))}
    </nav>
    <p>{PRODUCT.legalName}</p>
    <a href={`mailto:${PRODUCT.supportEmail}`}>{PRODUCT.supportEmail}</a>
  </footer>
);
