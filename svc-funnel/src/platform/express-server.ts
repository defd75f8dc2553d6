import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Express replaces the prototype of every request and response, after which V8 accesses their fields slowly: this is
 * more than half the cost of a small response. Here the server creates them with the right prototype from the start
 * (docs/adr/0040). Nest's options for its HTTP server (TLS, closing connections) have no effect here; none is used.
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
