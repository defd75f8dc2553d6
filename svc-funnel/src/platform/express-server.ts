import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Express gives every request and response another prototype, after which V8 reads their fields the slow way: more than
 * half of what a small answer costs. Here the server makes them with that prototype, and Express finds it in place
 * (docs/adr/0040). Nest's options about its HTTP server (TLS, ending connections) have no effect here; none is used.
 */
export class ExpressServer extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    class Response extends ServerResponse<Request> {}
    Object.setPrototypeOf(Request.prototype, app.request);
    Object.setPrototypeOf(Response.prototype, app.response);
    app.request = Request.prototype as Express['request'];
    app.response = Response.prototype as Express['response'];
    this.setHttpServer(createServer({ IncomingMessage: Request, ServerResponse: Response }, app));
  }
}
