import { STUDY_COPY } from '../../flow/later-copy.ts';
import type { BodyProps } from '../../flow/body-props.ts';
import { ContinueBar, Heading } from '../../parts/screen-parts.tsx';
import css from './study.module.css';

export const Study = ({ step, onContinue }: BodyProps<'study'>) => (
  <>
    <p className={css['source']}>{STUDY_COPY.source}</p>
    <Heading title={step.title} centred />
    <GainChart />
    <p className={css['lead']}>{STUDY_COPY.lead}</p>
    <ContinueBar label={STUDY_COPY.button} onContinue={onContinue} />
  </>
);

const GROUND = 184;
/** One unit of the drawing is one percent. */
const heights = { without: STUDY_COPY.withoutPercent, with: STUDY_COPY.withPercent };

/** Two columns drawn to scale: output without AI and with it. */
const GainChart = () => (
  <figure className={css['chart']}>
    <svg className={css['picture']} viewBox="0 0 320 200" role="img" aria-label={STUDY_COPY.picture}>
      <circle className={css['halo']} cx="222" cy="58" r="54" />
      <circle className={css['sun']} cx="222" cy="58" r="34" />
      <path className={css['hill']} d="M0 172 Q80 148 160 164 T320 158 V200 H0Z" />
      <rect className={css['before']} x="62" y={GROUND - heights.without} width="72" height={heights.without} rx="14" />
      <rect className={css['after']} x="186" y={GROUND - heights.with} width="72" height={heights.with} rx="14" />
      <path className={css['level']} d={`M62 ${GROUND - heights.without} H258`} />
    </svg>
    <figcaption className={css['labels']}>
      <span>{STUDY_COPY.without}</span>
      <span className={css['better']}>
        <span>{STUDY_COPY.withAi}</span> <strong>{STUDY_COPY.gain}</strong>
      </span>
    </figcaption>
  </figure>
);
