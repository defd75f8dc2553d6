import { screenOf } from '@course/funnel';
import type { LegalSection, LegalText } from './flow/legal-text.ts';
import { Screen } from '@course/ui';
import { BackLink } from './back-link.tsx';
import { Contents } from './contents.tsx';
import { LegalFooter } from './legal-footer.tsx';
import css from './legal-screen.module.css';
import type { LegalStep } from './flow/steps.ts';
import { Items, Prose } from './prose.tsx';

interface LegalScreenProps {
  readonly step: LegalStep;
  readonly text: LegalText;
}

export function LegalScreen({ step, text }: LegalScreenProps) {
  return (
    <Screen name={screenOf(step)} layout="page">
      <div className={css['page']}>
        <BackLink />
        <header className={css['head']}>
          <h1 className={css['title']}>{step.title}</h1>
          <p className={css['updated']}>
            {'Last updated: '}
            <time dateTime={text.updated}>{longDate(text.updated)}</time>
          </p>
        </header>
        <div className={css['columns']}>
          <section className={css['in-short']} aria-labelledby="in-short">
            <h2 id="in-short" className={css['heading']}>
              In short
            </h2>
            <Items items={text.inShort} />
          </section>
          <Contents sections={text.sections} />
          <div className={css['text']}>
            {text.sections.map((section) => (
              <Section key={section.id} {...section} />
            ))}
          </div>
        </div>
        <LegalFooter current={step.key} />
      </div>
    </Screen>
  );
}

const Section = ({ id, title, blocks }: LegalSection) => (
  <section className={css['section']} aria-labelledby={id}>
    <h2 id={id} tabIndex={-1} className={css['heading']}>
      {title}
    </h2>
    {blocks.map((block, index) => (
      <Prose key={index} block={block} />
    ))}
  </section>
);

const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-11-21` -> `November 21, 2026`, in every locale and time zone. */
const longDate = (isoDate: string): string => LONG.format(new Date(isoDate));
