import { createServer } from 'node:http';

/** The minimum that a Node server does with a posted body: it reads the body and sends it back. */
const server = createServer((request, response) => {
  const chunks = /** @type {Buffer[]} */ ([]);
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
