import { Link, pathTo } from '@course/platform';
import type { ReactNode } from 'react';
import { useOrigin } from './back-target.ts';

interface LegalLinkProps {
  /** A legal page's path, an exit (`exit:offer`), or a `mailto:` address. */
  readonly to: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const EXIT = 'exit:';

/** A link in a legal text. Between legal pages it passes on where the visitor came from. */
export function LegalLink({ to, className, children }: LegalLinkProps) {
  const origin = useOrigin();
  // An exit is a full page load, because the advertising pixel may be running here and must not see a reader's page.
  const href = to.startsWith(EXIT) ? pathTo(to.slice(EXIT.length)) : to.startsWith('mailto:') && to;
  if (href)
    return (
      <a href={href} className={className}>
        {children}
      </a>
    );
  return (
    <Link to={to} state={{ from: origin }} className={className}>
      {children}
    </Link>
  );
}
