import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CentrifugoServer, startCentrifugo } from '../../../../testing/engines/centrifugo.ts';
import { type OwnDatabase, startOwnDatabase } from '../../../../testing/engines/own-database.ts';
import { type RedisServer, startRedis } from '../../../../testing/engines/redis.ts';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { Keyring } from '../../../platform/crypto.ts';
import { Upgrades } from '../../../platform/http/connections/upgrades.ts';
import { positionsIn } from '../centrifugo/positions.store.ts';
import { CentrifugoEngine } from '../centrifugo.ts';
import { createHub } from '../hub/hub.ts';
import { FakeTable } from '../hub/testing/table.ts';
import { createRedisBus } from '../redis/redis-bus.ts';
import { type SocketEngine, socketPath } from '../socket.ts';
import { StockListener } from './listener.ts';

/** A server that the engine depends on and that a test may kill. */
export interface Outside {
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** One or more nodes with their engines on one table. */
export interface SocketStage {
  table: FakeTable;
  /** One per node: a change is published on the engine of the node that committed it. */
  engines: SocketEngine[];
  outside?: Outside;
  /** A stock client of this user for the node of this index, not connected yet. */
  listener(userId: string, node?: number): StockListener;
  /** Stops every node in order and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const keyring = new Keyring(['the key of the contract']);
const tokenSeconds = 600;

/** Our own hubs, each on a server that keeps its port. */
class Hubs implements SocketStage {
  readonly table = new FakeTable();
  engines: SocketEngine[] = [];
  readonly outside: RedisServer | undefined;
  readonly #ports: number[];
  #servers: Server[] = [];
  readonly #listeners: StockListener[] = [];

  constructor(count: number, redis?: RedisServer) {
    this.#ports = Array.from({ length: count }, () => 0);
    this.outside = redis;
  }

  async open(): Promise<this> {
    for (const [node, port] of this.#ports.entries()) {
      const bus =
        this.outside && createRedisBus({ url: this.outside.url, installation: 'it', log: quietLog });
      const parts = { keyring, url: 'ws://unused', tokenSeconds, log: quietLog };
      const engine = createHub({ ...parts, ...(bus ? { bus } : {}) });
      await engine.start(this.table);
      const server = createServer();
      const upgrades = new Upgrades(quietLog);
      upgrades.attach(server);
      engine.attach(upgrades);
      await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
      this.#ports[node] = (server.address() as AddressInfo).port;
      this.engines.push(engine);
      this.#servers.push(server);
    }
    return this;
  }

  listener(userId: string, node = 0): StockListener {
    const url = `ws://127.0.0.1:${this.#ports[node % this.#ports.length]}${socketPath}`;
    const getToken = async () => (await this.engines[0]?.issueToken(userId)) ?? '';
    const listener = new StockListener(url, { getToken });
    this.#listeners.push(listener);
    return listener;
  }

  async #end(): Promise<void> {
    await Promise.all(this.engines.splice(0).map((engine) => engine.stop()));
    for (const server of this.#servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  }

  async restart(): Promise<void> {
    await this.#end();
    await this.open();
  }

  async close(): Promise<void> {
    for (const { client } of this.#listeners) client.disconnect();
    await this.#end();
    await this.outside?.remove();
  }
}

/** Two nodes on one real Centrifugo and one real database. */
export class Centrifugos implements SocketStage {
  readonly table = new FakeTable();
  engines: SocketEngine[] = [];
  readonly outside: CentrifugoServer;
  readonly #database: OwnDatabase;
  readonly #listeners: StockListener[] = [];

  constructor(outside: CentrifugoServer, database: OwnDatabase) {
    this.outside = outside;
    this.#database = database;
  }

  async open(): Promise<this> {
    const { url, apiKey, tokenSecret } = this.outside;
    const positions = positionsIn(this.#database.db);
    for (const _ of ['first', 'second']) {
      const parts = { url: new URL(url), apiKey, tokenSecret, tokenSeconds };
      const engine = new CentrifugoEngine({ ...parts, positions, log: quietLog });
      await engine.start(this.table);
      this.engines.push(engine);
    }
    return this;
  }

  listener(userId: string): StockListener {
    const getToken = async () => (await this.engines[0]?.issueToken(userId)) ?? '';
    const listener = new StockListener(this.engines[0]?.url ?? '', { getToken });
    this.#listeners.push(listener);
    return listener;
  }

  async restart(): Promise<void> {
    await Promise.all(this.engines.splice(0).map((engine) => engine.stop()));
    await this.open();
  }

  async close(): Promise<void> {
    for (const { client } of this.#listeners) client.disconnect();
    await Promise.all(this.engines.map((engine) => engine.stop()));
    await this.outside.remove();
    await this.#database.remove();
  }
}

export const hubAlone = (): Promise<SocketStage> => new Hubs(1).open();

export const hubsOnRedis = async (): Promise<SocketStage> => new Hubs(2, await startRedis()).open();

export const onCentrifugo = async (): Promise<Centrifugos> =>
  new Centrifugos(await startCentrifugo(), await startOwnDatabase()).open();
