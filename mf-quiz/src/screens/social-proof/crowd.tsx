import css from './crowd.module.css';

/** x, y of the head, its size, and two tones: people of a crowd, the nearest last. */
const PEOPLE = [
  [70, 84, 17, 'c', 'a'], [126, 72, 16, 'b', 'd'], [182, 66, 16, 'd', 'b'], [238, 72, 16, 'a', 'c'], [292, 84, 17, 'b', 'a'],
  [96, 106, 21, 'a', 'b'], [154, 98, 21, 'd', 'c'], [212, 98, 21, 'b', 'd'], [268, 106, 21, 'c', 'b'],
  [120, 132, 26, 'c', 'd'], [182, 126, 27, 'a', 'a'], [246, 132, 26, 'd', 'c'],
] as const;

/** Many people looking at one sunrise. Decoration only. */
export const Crowd = () => (
  <svg className={css['picture']} viewBox="0 0 360 200" aria-hidden="true" focusable="false">
    <circle className={css['halo']} cx="182" cy="104" r="100" />
    <circle className={css['sun']} cx="182" cy="92" r="56" />
    {PEOPLE.map(([x, y, size, skin, shirt]) => (
      <g key={`${x}-${y}`}>
        <path className={css[`shirt-${shirt}`]} d={`M${x - size * 1.5} 200 V${y + size * 2.4} a${size * 1.5} ${size * 1.4} 0 0 1 ${size * 3} 0 V200 Z`} />
        <circle className={css[`skin-${skin}`]} cx={x} cy={y} r={size} />
      </g>
    ))}
  </svg>
);
