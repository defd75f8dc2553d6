import css from './ring.module.css';

interface RingProps {
  /** 0 to 100. */
  readonly percent: number;
  readonly label: string;
}

/** A ring that closes, with the share in its middle. */
export function Ring({ percent, label }: RingProps) {
  const whole = Math.floor(percent);
  return (
    <div
      className={css['ring']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={whole}
    >
      <svg className={css['picture']} viewBox="0 0 200 200" aria-hidden="true" focusable="false">
        <circle className={css['track']} cx="100" cy="100" r="84" />
        <circle className={css['drawn']} cx="100" cy="100" r="84" pathLength="100" strokeDasharray={`${percent} 100`} />
      </svg>
      <span className={css['percent']}>{`${whole}%`}</span>
    </div>
  );
}
