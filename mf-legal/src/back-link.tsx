import { pathOf } from '@course/funnel';
import { Link } from '@course/platform';
import css from './back-link.module.css';
import { useOrigin } from './use-origin.ts';

export function BackLink() {
  const origin = useOrigin();
  return (
    <Link to={origin} className={css['back']}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M15 5l-7 7 7 7" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span>{origin === pathOf('old001') ? 'Back to the quiz' : 'Back to the offer'}</span>
    </Link>
  );
}
