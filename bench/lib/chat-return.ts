import { setTimeout as pause } from 'node:timers/promises';
import { Centrifuge } from 'centrifuge';
import { WebSocket } from 'ws';
import type { LecternProcess } from '../../server/testing/lectern.ts';
import { waitUntil } from '../../server/testing/wait.ts';
import type { ChatApi, ChatRoom, Chatter } from './chat-place.ts';
import { type Spread, spreadOf } from './report.ts';

/** A page's socket: the stock client with the page's own settings. */
class Page {
  /** The number of the last change that it heard. */
  seq = 0;
  /** Changes told twice or left out. */
  faults = 0;
  notRecovered = 0;
  backAt = 0;
  isDown = false;
  readonly #client: Centrifuge;

  constructor(url: string, token: string, channelId: string) {
    const channel = `chat:${channelId}`;
    this.#client = new Centrifuge(url, {
      websocket: WebSocket,
      token,
      minReconnectDelay: 500,
      maxReconnectDelay: 5_000,
    });
    this.#client.on('subscribed', (context) => {
      if (context.channel !== channel) return;
      if (!context.recovered) {
        if (context.wasRecovering) this.notRecovered += 1;
        this.seq = context.streamPosition?.offset ?? 0;
      }
      this.isDown = false;
      this.backAt = performance.now();
    });
    this.#client.on('connecting', () => {
      this.isDown = true;
    });
    this.#client.on('publication', ({ channel: from, offset }) => {
      if (from !== channel || offset === undefined) return;
      if (offset !== this.seq + 1) this.faults += 1;
      this.seq = offset;
    });
    this.#client.on('error', () => undefined);
    this.isDown = true;
    this.#client.connect();
  }

  close(): void {
    this.#client.removeAllListeners();
    this.#client.disconnect();
  }
}

interface Returned {
  /** From the moment that the server was ready to the moment that each page heard its channel again. */
  backAfterReady: Spread;
  downMs: number;
  messages: number;
  /** Changes that some page did not hear, heard twice, or out of order. */
  faults: number;
  notRecovered: number;
}

interface Pen {
  api: ChatApi;
  writer: Chatter;
  room: ChatRoom;
  perSecond: number;
}

/** Writes at its pace, server or not: what was not answered is sent again under the same id. */
class StubbornWriter {
  readonly #options: Pen;
  readonly #posts: Promise<void>[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The highest number that was acknowledged. */
  top = 0;
  count = 0;
  isStopped = false;

  constructor(options: Pen) {
    this.#options = options;
    this.#timer = setInterval(() => this.#posts.push(this.#insist()), 1000 / options.perSecond);
  }

  async #insist(): Promise<void> {
    const { api, writer, room } = this.#options;
    this.count += 1;
    const body = {
      channelId: room.channelId,
      text: `Message ${this.count} while the server comes and goes`,
      clientMessageId: `stubborn-${this.count}`,
    };
    for (;;) {
      try {
        const { seq } = await api.send(writer.session, body);
        this.top = Math.max(this.top, seq);
        return;
      } catch (error) {
        if (this.isStopped) throw error;
        await pause(200);
      }
    }
  }

  async finish(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#posts);
    this.isStopped = true;
  }
}

/** The server dies by -9 and is started again while pages are connected and somebody writes. */
export async function killAndReturn(
  lectern: LecternProcess,
  {
    api,
    chatters,
    room,
    perSecond,
  }: { api: ChatApi; chatters: Chatter[]; room: ChatRoom; perSecond: number },
): Promise<Returned> {
  const url = `${lectern.url.replace('http', 'ws')}/connection/websocket`;
  const pages = chatters.map(({ token }) => new Page(url, token, room.channelId));
  const [writer] = chatters;
  if (!writer) throw new Error('nobody to write');
  const areUp = () => pages.every(({ isDown }) => !isDown);
  try {
    await waitUntil(areUp, { timeout: 60_000, message: 'all pages to be connected' });
    const pen = new StubbornWriter({ api, writer, room, perSecond });
    await pause(3_000);
    await lectern.kill();
    const diedAt = performance.now();
    await waitUntil(() => pages.every(({ isDown }) => isDown), { timeout: 10_000, message: 'all to notice' });
    await lectern.start();
    const readyAt = performance.now();
    await waitUntil(areUp, { timeout: 60_000, message: 'all pages to be back' });
    await pause(2_000);
    await pen.finish();
    const hasAll = () => pages.every(({ seq }) => seq >= pen.top);
    // A page without the last message counts as a fault.
    await waitUntil(hasAll, { timeout: 10_000, message: 'the last message' }).catch(() => undefined);
    return {
      backAfterReady: spreadOf(pages.map(({ backAt }) => Math.max(0, backAt - readyAt))),
      downMs: readyAt - diedAt,
      messages: pen.count,
      faults: pages.reduce((all, { faults, seq }) => all + faults + Math.max(0, pen.top - seq), 0),
      notRecovered: pages.reduce((all, page) => all + page.notRecovered, 0),
    };
  } finally {
    for (const page of pages) page.close();
  }
}
