import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { LiveKitEngine } from '../../../engines/media/livekit.ts';
import { mayPublishNothing } from '../../../engines/media/media.ts';
import { Refusal } from '../../../platform/errors.ts';
import { RateLimits } from '../../../platform/http/access/rate-limit.ts';
import { Upgrades } from '../../../platform/http/connections/upgrades.ts';
import { addressReader, parseCidrs } from '../../../platform/http/networks.ts';
import { registerSignalling, type SignallingLimits, usualSignallingLimits } from '../signalling.ts';

const keys = { apiKey: 'the key', apiSecret: 'the secret of the tests, long enough' };

/** The signalling proxy with a media server whose bytes the test determines. */
export class SignallingServer {
  readonly app: FastifyInstance;
  /** Sockets that the proxy opened to the media server, and what each sent. */
  readonly upstream: { socket: Socket; received: string }[] = [];
  /** Clients' sockets on the server's side. */
  readonly clients: Duplex[] = [];
  /** Participants about whom the proxy asked. */
  readonly asked: string[] = [];
  mayConnect: () => Promise<boolean> = async () => true;
  /** The media server's reaction to a connection whose request is complete. */
  onRequest: (socket: Socket) => void = (socket) => socket.write(accepted);
  readonly #sockets = new Set<Socket>();
  readonly #upgrades = new Upgrades(quietLog);
  readonly #media: Server;
  url = '';

  private constructor() {
    this.app = Fastify({ http: { shouldUpgradeCallback: this.#upgrades.accepts } });
    this.#upgrades.attach(this.app.server);
    this.app.server.on('upgrade', (_request, socket) => this.clients.push(socket));
    this.#media = createServer({ allowHalfOpen: true }, (socket) => this.#take(socket));
  }

  static async open(limits: Partial<SignallingLimits> = {}): Promise<SignallingServer> {
    const server = new SignallingServer();
    await new Promise<void>((done) => server.#media.listen(0, '127.0.0.1', done));
    registerSignalling(server.app, server.#upgrades, {
      engine: server.engine,
      checkMayConnect: async ({ participantId }) => {
        server.asked.push(participantId);
        if (!(await server.mayConnect())) throw new Refusal('removed_from_call');
      },
      addressOf: addressReader(parseCidrs('127.0.0.1')),
      rates: new RateLimits({ redisUrl: undefined, prefix: 'test', log: quietLog }),
      limits: { ...usualSignallingLimits, ...limits },
      log: quietLog,
    });
    server.url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    return server;
  }

  get engine(): LiveKitEngine {
    return new LiveKitEngine({
      url: `http://127.0.0.1:${(this.#media.address() as AddressInfo).port}`,
      ...keys,
    });
  }

  token(): Promise<string> {
    return tokenBy(this.engine);
  }

  #take(socket: Socket): void {
    const entry = { socket, received: '' };
    this.upstream.push(entry);
    this.#sockets.add(socket);
    let isComplete = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      entry.received += chunk.toString('latin1');
      if (isComplete || !entry.received.includes('\r\n\r\n')) return;
      isComplete = true;
      this.onRequest(socket);
    });
  }

  async close(): Promise<void> {
    this.#upgrades.close();
    await this.app.close();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#media.close(done));
  }
}

export const accepted =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

export const tokenBy = (engine: LiveKitEngine, ttlSeconds = 60): Promise<string> =>
  engine.issueToken({
    roomId: 'a room',
    participantId: 'ann',
    name: 'Ann',
    role: 'user',
    entryId: 'an entry',
    publish: mayPublishNothing,
    ttlSeconds,
  });

export const stranger = new LiveKitEngine({
  url: 'http://127.0.0.1:9',
  ...keys,
  apiSecret: 'a secret that we do not have',
});
