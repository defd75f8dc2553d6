import { Link, pathTo } from '@course/platform';
import css from './back-link.module.css';
import { useOrigin } from './back-target.ts';
import { ORIGINS } from './flow/steps.ts';

export function BackLink() {
  const origin = useOrigin();
  const text = Object.entries(ORIGINS).find(([entry]) => pathTo(entry) === origin)?.[1];
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
      <span>{text}</span>
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
