import { classes } from './classes.ts';
import css from './horizon.module.css';
import { SHADE_TRANSFORM, stoneShapes } from './stones.ts';
import { useServed } from './use-hydrated.ts';

const STONES = 28;
/** How far below its final position the sun starts. */
const DEPTH = 58;
const SUN = { x: 212, y: 104 };

interface HorizonProps {
  /** The visitor's progress, 0 to 1: sets the height of the sun and the number of lit stones. */
  readonly progressRatio?: number;
  /** Shows it only in a wide window, for a screen that has a picture of its own. */
  readonly wideOnly?: boolean;
}

/**
 * The landscape at the bottom of a one-column screen, across the whole window: the sun rises as the visitor progresses.
 * Before the first question there are no stones yet. Decorative: on a page's first screen it fades in after the first
 * paint.
 */
export function Horizon({ progressRatio = 1, wideOnly = false }: HorizonProps) {
  const isFirst = useServed();
  const { lit, ahead } = stoneShapes(STONES, Math.round(STONES * progressRatio));
  const sun = Math.round(SUN.y + DEPTH * (1 - progressRatio));
  return (
    <svg
      className={classes(css['horizon'], isFirst && css['appearing'], wideOnly && css['wide'])}
      viewBox="-284 -31 928 271"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <g className={css['way']}>
        <circle className={css['halo']} cx={SUN.x} cy={sun} r="88" />
        <circle className={css['glow']} cx={SUN.x} cy={sun} r="64" />
        <circle className={css['sun']} cx={SUN.x} cy={sun} r="42" />
      </g>
      <path
        className={css['far']}
        d="M-284 106C-220 66-150 60-90 86S30 118 80 98 160 90 212 100 330 108 390 92 480 94 530 96 600 78 644 70V240H-284Z"
      />
      <path
        className={css['near']}
        d="M-284 160C-160 172-80 142 0 128S140 106 210 108 360 120 420 114 560 98 644 112V240H-284Z"
      />
      {progressRatio > 0 && (
        <g className={css['way']}>
          <path className={css['shade']} d={lit + ahead} transform={SHADE_TRANSFORM} />
          <path className={css['ahead']} d={ahead} />
          <path className={css['lit']} d={lit} />
        </g>
      )}
    </svg>
  );
}
