import css from './amplified.module.css';

/** A person whose light reaches further than they do. */
export const Amplified = ({ label }: { readonly label: string }) => (
  <svg className={css['picture']} viewBox="0 0 360 220" role="img" aria-label={label} focusable="false">
    <circle className={css['ring-3']} cx="180" cy="124" r="112" />
    <circle className={css['ring-2']} cx="180" cy="124" r="86" />
    <circle className={css['ring-1']} cx="180" cy="124" r="60" />
    <path className={css['far']} d="M0 168 Q90 136 180 164 T360 156 V220 H0Z" />
    <path className={css['near']} d="M0 196 Q100 166 200 182 T360 190 V220 H0Z" />
    <path className={css['body']} d="M146 192 V158 a34 32 0 0 1 68 0 V192 Z" />
    <path className={css['arm']} d="M150 152 L118 112 M210 152 L242 112" />
    <circle className={css['head']} cx="180" cy="106" r="21" />
    <path className={css['hair']} d="M158 106 a22 22 0 0 1 44 0 q-10 -10 -22 -10 t-22 10Z" />
    <path className={css['ray']} d="M180 4v16M94 36l10 12M266 36l-10 12M52 104h16M292 104h16" />
    <ellipse className={css['stone']} cx="180" cy="196" rx="44" ry="9" />
    <ellipse className={css['stone']} cx="106" cy="206" rx="20" ry="6" />
    <ellipse className={css['stone']} cx="256" cy="207" rx="20" ry="6" />
  </svg>
);
