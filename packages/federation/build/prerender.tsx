import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Remote } from '../contract/remote.ts';

/**
 * Renders each of a remote's screens to HTML with its default state, which the first client render must match. Their
 * separate code has to be loaded.
 */
export const prerender = ({ routes, Backdrop }: Remote): { path: string; html: string }[] =>
  routes.map(({ path, Screen }) => ({
    path,
    html: renderToString(
      // A list of the same shape as the host's: React derives ids from positions in it.
      <StaticRouter location={path}>
        {[<Screen key={path} />, ...(Backdrop ? [<Backdrop key="backdrop" path={path} />] : [])]}
      </StaticRouter>,
    ),
  }));
