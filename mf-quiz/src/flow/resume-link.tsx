import { type Answers, resumeAt } from '@course/funnel';
import { Link, liveFlow, notify, startOver, useFurthest } from '@course/platform';
import { HEADING_ID } from '../parts/screen-parts.tsx';
import { RESUME_COPY, START_OVER_COPY } from './copy.ts';
import css from './resume-link.module.css';

/** Offers a returning visitor the step they had reached, unless they had finished, or a fresh start. */
export function ResumeLink({ answers }: { readonly answers: Answers }) {
  const furthest = useFurthest();
  // Also empty during prerendering and hydration.
  if (furthest === '') return null;
  const { path } = liveFlow();
  if (furthest === path[0]?.key) return null;
  const step = furthest === path.at(-1)?.key ? undefined : resumeAt(path, answers, furthest);
  return (
    <div className={css['returning']}>
      {step && step !== path[0] && (
        <Link to={step.path} className={css['link']}>
          {RESUME_COPY}
        </Link>
      )}
      <button type="button" className={css['link']} onClick={clear}>
        {START_OVER_COPY.button}
      </button>
    </div>
  );
}

function clear(): void {
  // The button disappears along with the stored answers, so move the focus to the heading first.
  const heading = document.getElementById(HEADING_ID);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
  startOver();
  notify({ tone: 'plain', ...START_OVER_COPY.done });
}
