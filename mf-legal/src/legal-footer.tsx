import { PRODUCT, SELLER, sellerLine, WITHDRAW_LABEL } from '@course/funnel';
import { changePrivacyChoices, hasPrivacyChoices } from '@course/platform';
import { useOnceHydrated } from '@course/ui';
import css from './legal-footer.module.css';
import { LegalLink } from './legal-link.tsx';
import { STEPS, type StepKind } from './flow/steps.ts';

/** Links to the other legal pages, and the seller's contact address. */
export const LegalFooter = ({ current }: { readonly current: StepKind }) => (
  <footer className={css['footer']}>
    <nav aria-label="Legal pages">
      <ul className={css['pages']}>
        {STEPS.filter((step) => step.key !== current).map((step) => (
          <li key={step.key}>
            <LegalLink to={step.path} className={css['page']}>
              {step.kind === 'withdrawal' ? WITHDRAW_LABEL : step.title}
            </LegalLink>
          </li>
        ))}
      </ul>
    </nav>
    <p className={css['contact']}>
      {`${sellerLine(SELLER)} · Questions? Write to `}
      <a href={`mailto:${PRODUCT.supportEmail}`}>{PRODUCT.supportEmail}</a>
    </p>
    <PrivacyChoices />
  </footer>
);

/** Reopens the consent question about measurement. Hidden if nothing is measured. */
function PrivacyChoices() {
  const shown = useOnceHydrated(false, hasPrivacyChoices);
  if (!shown) return null;
  return (
    <button type="button" className={css['choices']} onClick={changePrivacyChoices}>
      Privacy choices
    </button>
  );
}
