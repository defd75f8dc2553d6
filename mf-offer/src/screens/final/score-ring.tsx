import css from './final-screen.module.css';

/** A ring that is filled to `percent`. */
export const ScoreRing = ({ percent, label }: { readonly percent: number; readonly label: string }) => (
  <div className={css['score']}>
    <svg viewBox="0 0 160 160" className={css['ring']} aria-hidden="true">
      <circle cx="80" cy="80" r="68" className={css['track']} />
      <circle
        cx="80"
        cy="80"
        r="68"
        className={css['filled']}
        pathLength={100}
        strokeDasharray={`${percent} 100`}
        transform="rotate(-90 80 80)"
      />
    </svg>
    <p className={css['number']}>
      <strong>{`${percent}%`}</strong>
      <span>{label}</span>
    </p>
  </div>
);
