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
  if (to.startsWith('mailto:'))
    return (
      <a href={to} className={className}>
        {children}
      </a>
    );
  return (
    <Link to={to.startsWith(EXIT) ? pathTo(to.slice(EXIT.length)) : to} state={{ from: origin }} className={className}>
      {children}
    </Link>
  );
}
