import { Link, pathTo } from '@course/platform';
import type { ReactNode } from 'react';
import { useOrigin } from './back-target.ts';

interface LegalLinkProps {
  /** A legal page's path, a section of this page (`#refunds`), an exit (`exit:offer`), or a `mailto:` address. */
  readonly to: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const EXIT = 'exit:';

/** A link that stays among the legal pages and remembers where the visitor came from. */
export function LegalLink({ to, className, children }: LegalLinkProps) {
  const origin = useOrigin();
  // An exit is a document of its own: a reader's page must not get the pixel that may run here.
  const elsewhere = to.startsWith(EXIT) ? pathTo(to.slice(EXIT.length)) : to.startsWith('mailto:') && to;
  if (elsewhere)
    return (
      <a href={elsewhere} className={className}>
        {children}
      </a>
    );
  return (
    <Link to={to} state={{ from: origin }} className={className}>
      {children}
    </Link>
  );
}
