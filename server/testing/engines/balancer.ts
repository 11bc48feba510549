import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { waitUntil } from '../wait.ts';

/** A load balancer as operators run it: it sends nothing to a node whose `/readyz` is not 200, and repeats no request. */
export interface Balancer {
  url: string;
  /** Requests and upgrades that it could not pass to a node, or whose node closed the connection before its response. */
  failures: string[];
  isUp(node: string): boolean;
  /** The nodes that hold the open sockets whose path has this prefix: one entry for each socket. */
  nodesOf(path: string): string[];
  /** Sends nothing new to this node, like haproxy's state `drain`. @returns a function that ends the draining */
  drain(node: string): () => void;
  close(): void;
}

interface Backend {
  url: URL;
  agent: Agent;
  isUp: boolean;
  isDrained: boolean;
  failedChecks: number;
}

/** As haproxy with `inter 250ms fall 2 rise 1` and `timeout check 1s`. */
const checkEveryMs = 250;
const checkMs = 1_000;
const fall = 2;

function isReady({ url }: Backend): Promise<boolean> {
  return new Promise((resolve) => {
    const check = request(new URL('/readyz', url), { agent: false, timeout: checkMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    check.on('timeout', () => check.destroy());
    check.on('error', () => resolve(false));
    check.end();
  });
}

async function check(backend: Backend): Promise<void> {
  const isUp = await isReady(backend);
  backend.failedChecks = isUp ? 0 : backend.failedChecks + 1;
  if (!isUp && backend.failedChecks < fall) return;
  backend.isUp = isUp;
  if (isUp) return;
  for (const sockets of Object.values(backend.agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy();
  }
}

class Balancing {
  readonly failures: string[] = [];
  readonly backends: Backend[];
  readonly open = new Set<Socket>();
  readonly upgraded = new Set<{ path: string; node: string }>();
  #turn = 0;

  constructor(nodes: string[]) {
    this.backends = nodes.map((node) => ({
      url: new URL(node),
      agent: new Agent({ keepAlive: true }),
      isUp: false,
      isDrained: false,
      failedChecks: 0,
    }));
  }

  #next(): Backend | undefined {
    const up = this.backends.filter(({ isUp, isDrained }) => isUp && !isDrained);
    this.#turn += 1;
    return up[this.#turn % up.length];
  }

  #fail(what: string): void {
    this.failures.push(what);
  }

  forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, url: path, headers } = incoming;
    const backend = this.#next();
    const fail = (why: string) => {
      this.#fail(`${method} ${path}: ${why}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    if (!backend) {
      fail('no node is ready');
      return;
    }
    const { connection, ...others } = headers;
    const { agent, url } = backend;
    const passed = { ...others, 'x-forwarded-for': incoming.socket.remoteAddress };
    const outgoing = request(new URL(path ?? '/', url), { agent, method, headers: passed }, (answer) => {
      const { connection: _, 'keep-alive': __, ...given } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, given);
      answer.on('error', (error) => fail(`${url.port} closed the connection: ${error.message}`));
      answer.pipe(response);
    });
    outgoing.on('error', (error) => fail(`${url.port}: ${error.message}`));
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  upgrade(incoming: IncomingMessage, client: Socket, head: Buffer): void {
    const backend = this.#next();
    client.on('error', () => client.destroy());
    if (!backend) {
      this.#fail(`upgrade ${incoming.url}: no node is ready`);
      client.destroy();
      return;
    }
    const { hostname, port, origin } = backend.url;
    const entry = { path: incoming.url ?? '', node: origin };
    const node = connect({ host: hostname, port: Number(port) }, () => {
      const lines: string[] = [];
      for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}\r\n`);
      }
      node.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      node.write(head);
      client.pipe(node).pipe(client);
    });
    // The first bytes are the response to the upgrade.
    node.once('data', () => this.upgraded.add(entry));
    node.on('error', (error) => {
      if (node.bytesRead === 0) this.#fail(`upgrade ${incoming.url} at ${port}: ${error.message}`);
      client.destroy();
    });
    node.on('close', () => {
      this.upgraded.delete(entry);
      client.destroy();
    });
    client.on('end', () => this.upgraded.delete(entry));
    client.on('close', () => node.destroy());
  }
}

/** Starts a load balancer in front of these nodes; resolves when all of them are ready. Port 0 means any free one. */
export async function startBalancer(nodes: string[], port = 0): Promise<Balancer> {
  const balancing = new Balancing(nodes);
  const { backends, failures, open, upgraded } = balancing;
  const server = createServer((incoming, response) => balancing.forward(incoming, response));
  server.on('upgrade', (incoming, socket, head) => balancing.upgrade(incoming, socket as Socket, head));
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const timers = backends.map((backend) => {
    let checking = false;
    return setInterval(async () => {
      if (checking) return;
      checking = true;
      await check(backend);
      checking = false;
    }, checkEveryMs);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const close = () => {
    for (const timer of timers) clearInterval(timer);
    server.close();
    for (const socket of open) socket.destroy();
    for (const { agent } of backends) agent.destroy();
  };
  const backendOf = (node: string) => backends.find(({ url }) => url.origin === new URL(node).origin);
  const areUp = () => backends.every(({ isUp }) => isUp);
  await waitUntil(areUp, { timeout: 60_000, message: 'every node to be ready' }).catch((error: unknown) => {
    close();
    throw error;
  });
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    failures,
    isUp: (node) => backendOf(node)?.isUp ?? false,
    nodesOf: (path) => [...upgraded].filter((one) => one.path.startsWith(path)).map(({ node }) => node),
    drain: (node) => {
      const backend = backendOf(node);
      if (!backend) throw new Error(`${node} is not behind this load balancer`);
      backend.isDrained = true;
      return () => {
        backend.isDrained = false;
      };
    },
    close,
  };
}
