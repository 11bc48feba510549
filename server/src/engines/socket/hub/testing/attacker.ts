import { WebSocket } from 'ws';
import type { SocketAttack } from './attacks.ts';
import type { HubServer } from './hub-server.ts';

/** Sends hostile frames, and opens a new connection when one is closed. */
export class Attacker {
  readonly #stage: HubServer;
  readonly #userId: string;
  #socket: WebSocket | undefined;
  #isConnected = false;
  #probes = 0;
  #onText: (text: string) => void = () => undefined;
  #ended: Promise<number> = Promise.resolve(0);

  constructor(stage: HubServer, userId: string) {
    this.#stage = stage;
    this.#userId = userId;
  }

  async #open(): Promise<WebSocket> {
    const socket = new WebSocket(this.#stage.url);
    socket.on('error', () => undefined);
    socket.on('message', (data) => this.#onText(data.toString()));
    this.#ended = new Promise((done) => socket.on('close', done));
    this.#socket = socket;
    this.#isConnected = false;
    await new Promise<void>((done, failed) => {
      socket.once('open', done);
      socket.once('error', failed);
    });
    return socket;
  }

  /** Sends a frame and waits for the reply with this id. Resolves to false if the connection ends first. */
  async #answered(socket: WebSocket, frame: string, id: number): Promise<boolean> {
    const answered = new Promise<boolean>((done) => {
      this.#onText = (text) => {
        if (text.split('\n').some((line) => line.startsWith(`{"id":${id},`))) done(true);
      };
    });
    socket.send(frame);
    return Promise.race([answered, this.#ended.then(() => false)]);
  }

  async #ready({ isEarly = false }: SocketAttack): Promise<WebSocket> {
    let socket = this.#socket;
    if (!socket || (isEarly && this.#isConnected)) {
      this.#socket?.close();
      socket = await this.#open();
    }
    if (!isEarly && !this.#isConnected) {
      const token = await this.#stage.engine.issueToken(this.#userId);
      const connect = { token, data: { subscribe: 'client' } };
      if (!(await this.#answered(socket, JSON.stringify({ id: 1, connect }), 1)))
        throw new Error('connect was refused');
      this.#isConnected = true;
    }
    return socket;
  }

  /** @returns the close code of the connection, or `stays` */
  async run(attack: SocketAttack): Promise<number | 'stays'> {
    const socket = await this.#ready(attack);
    socket.send(attack.frame, { binary: attack.isBinary ?? false });
    if (typeof attack.becomes === 'number') {
      const code = await this.#ended;
      this.#socket = undefined;
      return code;
    }
    this.#probes += 1;
    const id = 1_000_000 + this.#probes;
    if (await this.#answered(socket, JSON.stringify({ id, ping: {} }), id)) return 'stays';
    this.#socket = undefined;
    return this.#ended;
  }

  async end(): Promise<void> {
    this.#socket?.close();
    await this.#ended;
  }
}
