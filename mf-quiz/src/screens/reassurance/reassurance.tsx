import { REASSURANCE_COPY } from '../../flow/later-copy.ts';
import type { BodyProps } from '../../flow/body-props.ts';
import { ContinueBar, Heading } from '../../parts/screen-parts.tsx';
import css from './reassurance.module.css';

export const Reassurance = ({ step, onContinue }: BodyProps<'reassurance'>) => (
  <>
    <Amplified label={REASSURANCE_COPY.picture} />
    <Heading title={step.title} hint={REASSURANCE_COPY.lead} centred />
    <ul className={css['points']}>
      {REASSURANCE_COPY.points.map((point) => (
        <li key={point} className={css['point']}>
          {point}
        </li>
      ))}
    </ul>
    <ContinueBar label={REASSURANCE_COPY.button} onContinue={onContinue} />
  </>
);

/** A person on top of a hill, with rings of light growing outwards. */
const Amplified = ({ label }: { readonly label: string }) => (
  <svg className={css['picture']} viewBox="0 0 360 220" role="img" aria-label={label}>
    <circle className={css['ring-3']} cx="180" cy="104" r="104" />
    <circle className={css['ring-2']} cx="180" cy="104" r="78" />
    <circle className={css['ring-1']} cx="180" cy="104" r="52" />
    <path className={css['far']} d="M0 172 Q84 128 180 168 T360 160 V220 H0Z" />
    <path className={css['near']} d="M0 220 Q70 160 180 160 T360 220Z" />
    <path className={css['leg']} d="M173 128V160M187 128V160" />
    <path className={css['arm']} d="M166 96L142 62M194 96L218 62" />
    <path className={css['body']} d="M158 134V100a22 18 0 0 1 44 0V134Z" />
    <circle className={css['head']} cx="180" cy="66" r="15" />
    <path className={css['hair']} d="M164 66a16 16 0 0 1 32 0q-8 -7 -16 -7t-16 7Z" />
    <path className={css['ray']} d="M180 6v14M112 24l8 11M248 24l-8 11M62 78l13 4M298 78l-13 4" />
    <ellipse className={css['stone']} cx="180" cy="164" rx="27" ry="6" />
    <ellipse className={css['stone']} cx="146" cy="180" rx="20" ry="5.5" />
    <ellipse className={css['stone']} cx="172" cy="198" rx="24" ry="7" />
  </svg>
);
