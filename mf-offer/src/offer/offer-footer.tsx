import { PRODUCT, STEPS } from '@course/funnel';
import { Link } from '@course/platform';
import css from './offer-footer.module.css';

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
