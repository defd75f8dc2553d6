import css from './fact-list.module.css';

interface FactListProps {
  /** Name and value; a fact without a value is left out. */
  readonly facts: readonly (readonly [name: string, value: string | undefined])[];
}

/** What was bought, a line a fact. */
export const FactList = ({ facts }: FactListProps) => (
  <dl className={css['facts']}>
    {facts.map(
      ([name, value]) =>
        value !== undefined && (
          <div key={name} className={css['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
