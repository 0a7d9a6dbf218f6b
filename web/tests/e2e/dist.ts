/**
 * A program that was built without the client still serves tables. In that case the client comes from `dist` and
 * everything under `/api` is proxied to the program, so that one address serves both, as in the finished program.
 * `CROUPIER_DIST` forces this for any program.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

export async function serveDist(
  api: () => string,
  dist = join(process.cwd(), 'dist'),
): Promise<{ base: string; close(): void }> {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('run `npm run build` first');
  const server: Server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? '/', 'http://croupier').pathname;
    if (path.startsWith('/api/') || path === '/licences.txt') {
      const { hostname, port } = new URL(api());
      const through = request(
        { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
        (told) => {
          answer.writeHead(told.statusCode ?? 502, told.headers);
          told.pipe(answer);
        },
      );
      through.on('error', () => answer.writeHead(502).end());
      asked.pipe(through);
      return;
    }
    const file = join(dist, path);
    const isFile = path !== '/' && existsSync(file) && extname(path) !== '';
    const shown = isFile ? file : join(dist, 'index.html');
    if (!isFile && extname(path) !== '') return void answer.writeHead(404).end();
    answer.writeHead(200, {
      'content-type': TYPES[extname(shown)] ?? 'application/octet-stream',
      'content-security-policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    });
    answer.end(readFileSync(shown));
  });
  server.on('upgrade', (asked, socket, head) => {
    const { hostname, port } = new URL(api());
    const through = connect(Number(port), hostname, () => {
      const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
      for (let at = 0; at < asked.rawHeaders.length; at += 2)
        lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
      through.write(`${lines.join('\r\n')}\r\n\r\n`);
      through.write(head);
      socket.pipe(through).pipe(socket);
    });
    through.on('error', () => socket.destroy());
    socket.on('error', () => through.destroy());
    through.on('close', () => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    base: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
