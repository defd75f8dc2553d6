import { PRODUCT, SALES002_COPY } from '@course/funnel';
import css from './sales002.module.css';

const { quizQuestions } = PRODUCT;

export const CompleteBanner = () => (
  <div className={css['banner']}>
    <div className={css['bannerInner']}>
      <p className={css['bannerText']}>
        <strong>{SALES002_COPY.complete}</strong>
        <span>{SALES002_COPY.completeNote}</span>
      </p>
      <progress className={css['progress']} value={quizQuestions} max={quizQuestions} aria-label={SALES002_COPY.complete} />
    </div>
  </div>
);
