import { sharedScope, type SharedScope } from './shared-scope.ts';

/** The protocol of federation containers: what an entry script leaves in a global of the remote's name. */
interface Container {
  readonly init: (scope: SharedScope) => unknown;
  readonly get: (module: string) => Promise<() => unknown>;
}

/** Runs a remote's entry script and gives the module that it exposes. Rejects when it cannot be fetched or is no container. */
export async function loadExposed(scope: string, entry: string): Promise<unknown> {
  // What an earlier, failed attempt left behind.
  Reflect.set(globalThis, scope, undefined);
  await runScript(entry);
  const container = Reflect.get(globalThis, scope) as Container | undefined;
  if (!container) throw new Error(`${entry} left no container named ${scope}`);
  announceInlinedStyles();
  await container.init(sharedScope);
  return (await container.get('./remote'))();
}

/** A remote's runtime fetches each style sheet that no link names. What stands in the page gets a link that fetches nothing. */
function announceInlinedStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-href]')) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href: style.dataset['href'] });
    // The runtime compares whole addresses.
    link.setAttribute('href', link.href);
    style.removeAttribute('data-href');
    document.head.append(link);
  }
}

const runScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} could not be fetched`));
    document.head.append(script);
  });
