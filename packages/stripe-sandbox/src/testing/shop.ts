import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from '../sandbox.ts';

const policyFor = (origin: string) =>
  `default-src 'none'; script-src 'self' ${origin}; frame-src ${origin}; connect-src 'self' ${origin}; img-src 'self' data:; base-uri 'none'`;

const SHOP = `
  window.pay = async (clientSecret) => {
    window.stripe ??= window.Stripe(document.body.dataset.key);
    window.checkout = await window.stripe.createEmbeddedCheckoutPage({ clientSecret });
    window.checkout.mount('#checkout');
  };
`;

const page = (sandbox: Sandbox) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head>
<body data-key="${sandbox.publishableKey}"><div id="checkout"></div><div id="other"></div>
<script src="${sandbox.scriptUrl}"></script><script src="/shop.js"></script></body></html>`;

/** Serves a page with a policy as strict as the real shop's, on a different origin than the sandbox. */
export async function startShop(sandbox: Sandbox) {
  const server = createServer((request, response) => {
    const isScript = request.url === '/shop.js';
    const type = isScript ? 'text/javascript' : 'text/html';
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policyFor(sandbox.origin),
    });
    response.end(isScript ? SHOP : page(sandbox));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
