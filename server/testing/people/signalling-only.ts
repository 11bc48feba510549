import { once } from 'node:events';

/**
 * A client of the media server that never begins a media session: a WebSocket of signalling. Others see it as a
 * participant, and it learns who comes.
 */
export class SignallingOnly {
  hasEnded = false;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('close', () => {
      this.hasEnded = true;
    });
  }

  /** @param query further parameters of the request, such as `publish=x` */
  static async open(url: string, token: string, query = ''): Promise<SignallingOnly> {
    const address = url.replace(/^http/, 'ws');
    const client = new SignallingOnly(
      new WebSocket(`${address}/rtc?access_token=${token}&protocol=16&sdk=js&${query}`),
    );
    // The media server's first message follows its decision to let the client in.
    await Promise.race([once(client.#socket, 'message'), once(client.#socket, 'close')]);
    if (client.hasEnded) throw new Error('the client was not let in');
    return client;
  }

  async leave(): Promise<void> {
    this.#socket.close();
  }
}
