import { Link, pathTo } from '@course/platform';
import css from './back-link.module.css';
import { useOrigin } from './back-target.ts';

const QUIZ_ENTRIES = ['start', 'landing', 'gender', 'social-proof'] as const;

function labelOf(origin: string): string {
  if (QUIZ_ENTRIES.some((entry) => pathTo(entry) === origin)) return 'Back to the quiz';
  if (origin === pathTo('course')) return 'Back to your course';
  return origin === pathTo('plan') ? 'Back to your email' : 'Back to the offer';
}

export function BackLink() {
  const origin = useOrigin();
  const label = (
    <>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          d="M15 5l-7 7 7 7"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>{labelOf(origin)}</span>
    </>
  );
  // A full page load, because the advertising pixel may be running in this document and must not see a reader's page.
  if (origin === pathTo('course'))
    return (
      <a href={origin} className={css['back']}>
        {label}
      </a>
    );
  return (
    <Link to={origin} className={css['back']}>
      {label}
    </Link>
  );
}
