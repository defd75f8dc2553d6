import { QUESTION_COUNT, SALES002_COPY } from '@course/funnel';
import css from './sales002.module.css';

export const CompleteBanner = () => (
  <div className={css['banner']}>
    <div className={css['bannerInner']}>
      <p className={css['bannerText']}>
        <strong>{SALES002_COPY.complete}</strong>
        <span>{SALES002_COPY.completeNote}</span>
      </p>
      <progress
        className={css['progress']}
        value={QUESTION_COUNT}
        max={QUESTION_COUNT}
        aria-label={SALES002_COPY.complete}
      />
    </div>
  </div>
);
