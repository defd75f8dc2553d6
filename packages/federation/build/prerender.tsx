import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Remote } from '../contract/remote.ts';

/** The HTML of each of a remote's screens with the specified defaults: what the first client render equals. */
export const prerender = (remote: Remote): { path: string; html: string }[] =>
  remote.routes.map(({ path, Screen }) => ({
    path,
    html: renderToString(
      <StaticRouter location={path}>
        <Screen />
      </StaticRouter>,
    ),
  }));
