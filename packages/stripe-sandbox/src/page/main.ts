import { open } from './checkout.ts';
import { createParent } from './parent.ts';
import { createServer } from './server.ts';

const fragment = new URLSearchParams(window.location.hash.slice(1));
const param = (name: string) => fragment.get(name) ?? '';

const parent = createParent(param('parent') || window.location.origin);
const server = createServer({ key: param('key'), clientSecret: param('clientSecret') });

parent.keepSized();
// A page restored from the back/forward cache shows the session's current state.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload();
});
void open(server, parent);
