import { Fragment, type ReactNode } from 'react';
import { useOpenedLink } from './link-token.ts';
import { Loading } from './reader-parts.tsx';
import css from './reader.module.css';

interface WithLinkProps {
  /** Shown if no link led here. */
  readonly noLink: string;
  readonly children: (token: string) => ReactNode;
}

/** Renders what the link that led here opens; mounts it again for each link. */
export function WithLink({ noLink, children }: WithLinkProps) {
  const link = useOpenedLink();
  if (link === undefined) return <Loading />;
  if (link === null)
    return (
      <p role="status" className={css['panel']}>
        {noLink}
      </p>
    );
  return <Fragment key={link.sequence}>{children(link.token)}</Fragment>;
}
