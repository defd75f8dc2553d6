import { TESTIMONIALS } from '@course/funnel';
import { SOCIAL_PROOF_COPY } from '../../flow/copy.ts';
import type { BodyProps } from '../../flow/body-props.ts';
import { ContinueBar, Heading, Quote, type WithTestimonials } from '../../parts/screen-parts.tsx';
import css from './social-proof.module.css';

export function SocialProof({
  step,
  onContinue,
  testimonials = TESTIMONIALS,
}: BodyProps<'social-proof'> & WithTestimonials) {
  const quote = testimonials[2] ?? testimonials[0];
  return (
    <>
      <Crowd />
      <Heading title={step.title} hint={SOCIAL_PROOF_COPY.lead} centred />
      {quote && <Quote quote={quote} />}
      <ContinueBar label={SOCIAL_PROOF_COPY.button} onContinue={onContinue} />
    </>
  );
}

/** The people of the crowd, the nearest last: x and y of the head, its size, and the tones of skin and shirt. */
const PEOPLE = [
  [30, 98, 16, 'c', 'a'],
  [82, 82, 16, 'b', 'd'],
  [132, 70, 16, 'd', 'b'],
  [182, 66, 16, 'b', 'a'],
  [232, 70, 16, 'a', 'c'],
  [282, 82, 16, 'd', 'b'],
  [334, 98, 16, 'a', 'd'],
  [54, 122, 21, 'a', 'c'],
  [104, 108, 21, 'c', 'b'],
  [156, 100, 21, 'd', 'c'],
  [208, 100, 21, 'b', 'd'],
  [260, 108, 21, 'a', 'a'],
  [312, 122, 21, 'c', 'c'],
  [76, 148, 26, 'd', 'a'],
  [128, 138, 26, 'c', 'd'],
  [182, 132, 27, 'a', 'b'],
  [238, 138, 26, 'd', 'a'],
  [290, 148, 26, 'b', 'd'],
] as const;

/** A crowd looking at a sunrise. Decorative. */
const Crowd = () => (
  <svg className={css['picture']} viewBox="0 0 360 200" aria-hidden="true">
    <circle className={css['halo']} cx="182" cy="96" r="94" />
    <circle className={css['sun']} cx="182" cy="84" r="60" />
    {PEOPLE.map(([x, y, size, skin, shirt]) => (
      <g key={`${x}-${y}`}>
        <path
          className={css[`shirt-${shirt}`]}
          d={`M${x - size * 1.5} 200 V${y + size * 2.4} a${size * 1.5} ${size * 1.4} 0 0 1 ${size * 3} 0 V200 Z`}
        />
        <circle className={css[`skin-${skin}`]} cx={x} cy={y} r={size} />
      </g>
    ))}
  </svg>
);
