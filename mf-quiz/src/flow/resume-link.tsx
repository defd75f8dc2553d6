import { PATH, RESUME_COPY, resumeAt, type Answers } from '@course/funnel';
import { Link, useFurthest } from '@course/platform';
import css from './resume-link.module.css';

/** Offers a returning visitor the step they had reached, below everything that starts afresh. */
export function ResumeLink({ answers }: { readonly answers: Answers }) {
  const step = resumeAt(answers, useFurthest());
  if (!step || step === PATH[0]) return null;
  return (
    <Link to={step.path} className={css['link']}>
      {RESUME_COPY}
    </Link>
  );
}
