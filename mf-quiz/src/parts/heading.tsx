import { classes } from './classes.ts';
import css from './heading.module.css';

/** Every screen has one heading, which names its controls. */
export const HEADING_ID = 'heading';

interface HeadingProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly centred?: boolean;
}

export const Heading = ({ title, hint, centred = false }: HeadingProps) => (
  <div className={classes(css['heading'], centred && css['centred'])}>
    <h1 id={HEADING_ID} className={css['title']}>
      {title}
    </h1>
    {hint && <p className={css['hint']}>{hint}</p>}
  </div>
);
