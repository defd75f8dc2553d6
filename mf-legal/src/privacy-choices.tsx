import { changePrivacyChoices, hasPrivacyChoices } from '@course/platform';
import { useSyncExternalStore } from 'react';
import css from './legal-footer.module.css';

const never = () => () => {};

/** Opens the question about measurement again. Where nothing is measured there is nothing to choose. */
export function PrivacyChoices() {
  const shown = useSyncExternalStore(never, hasPrivacyChoices, () => false);
  if (!shown) return null;
  return (
    <button type="button" className={css['choices']} onClick={changePrivacyChoices}>
      Privacy choices
    </button>
  );
}
