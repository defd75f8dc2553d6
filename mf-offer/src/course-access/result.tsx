import { useEffect, useRef, type ReactNode } from 'react';
import css from './reader.module.css';

interface ResultProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Whether it came in answer to a press: screen readers and the keyboard go on here. */
  readonly fresh?: boolean;
}

/** How something ended: what it is now, and what that means. */
export function Result({ title, children, fresh = false }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (fresh) heading.current?.focus();
  }, [fresh, title]);
  return (
    <section className={css['panel']}>
      <h2 ref={heading} tabIndex={-1} className={css['resultTitle']}>
        {title}
      </h2>
      {children}
    </section>
  );
}
