import { pathOf, PRODUCT, stepOf } from '@course/funnel';
import { Link } from '@course/platform';
import type { QuizStep } from '../quiz-steps.ts';
import css from './entry-footer.module.css';

/** The section of the terms that says who we are. */
const COMPANY = `${pathOf('terms')}#agreement`;

/** Who is behind the page, and the texts that apply. The gender screen names the texts itself. */
export const EntryFooter = ({ step }: { readonly step: QuizStep }) => (
  <footer className={css['footer']}>
    {step.kind !== 'gender' &&
      (['terms', 'privacy'] as const).map((key) => (
        <Link key={key} to={pathOf(key)}>
          {stepOf(key).title}
        </Link>
      ))}
    <Link to={COMPANY}>{PRODUCT.legalName}</Link>
  </footer>
);
