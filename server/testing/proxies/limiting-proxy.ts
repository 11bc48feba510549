import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that refuses large bodies, as nginx does without `client_max_body_size`. */
export interface LimitingProxy {
  url: string;
  /** The lengths of the pieces of uploads that it passed on. */
  passed: number[];
  refused: number[];
  close(): void;
}

interface ProxyLimit {
  /** The largest body. */
  bytes: number;
  /** Closes the connection instead of answering 413. */
  closes?: boolean;
}

/** Starts a proxy in front of a server. */
export async function startLimitingProxy(target: string, limit: ProxyLimit): Promise<LimitingProxy> {
  const { hostname, port } = new URL(target);
  const passed: number[] = [];
  const refused: number[] = [];
  const server = createServer((incoming, outgoing) => {
    const length = Number(incoming.headers['content-length'] ?? 0);
    if (length > limit.bytes) {
      refused.push(length);
      if (limit.closes) {
        incoming.once('data', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(413, { connection: 'close', 'content-type': 'text/html' });
      outgoing.end('<html><h1>413 Request Entity Too Large</h1></html>');
      // nginx discards what the client still sends before it closes.
      incoming.resume();
      return;
    }
    if (incoming.method === 'PATCH') passed.push(length);
    const { method, url: path, headers } = incoming;
    const inner = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    inner.on('error', () => outgoing.destroy());
    outgoing.on('close', () => inner.destroy());
    incoming.pipe(inner);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    refused,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
