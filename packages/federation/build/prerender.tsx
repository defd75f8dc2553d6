import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Remote } from '../contract/remote.ts';

/** Returns the HTML of each of a remote's screens with the specified defaults, which the first client render equals. */
export const prerender = ({ routes, Backdrop }: Remote): { path: string; html: string }[] =>
  routes.map(({ path, Screen }) => ({
    path,
    html: renderToString(
      // A list of the host's shape: React derives ids from places in it.
      <StaticRouter location={path}>
        {[<Screen key={path} />, ...(Backdrop ? [<Backdrop key="backdrop" path={path} />] : [])]}
      </StaticRouter>,
    ),
  }));
