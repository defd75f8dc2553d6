import { createServer } from 'node:http';

/** The least that a Node server does with a posted body: reads it and sends it back. Prints its port. */
const server = createServer((request, response) => {
  const chunks = /** @type {Buffer[]} */ ([]);
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`{"port":${typeof address === 'object' ? address?.port : 0}}`);
});
