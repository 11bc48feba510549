import { setTimeout as pause } from 'node:timers/promises';
import { Centrifuge } from 'centrifuge';
import { WebSocket } from 'ws';
import type { LecternProcess } from '../../../server/testing/lectern.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { type Spread, spreadOf } from '../report.ts';
import type { ChatApi, ChatRoom, Chatter } from './place.ts';

/** A page's socket: the stock client with the page's own settings. */
class Page {
  /** Number of the last change received. */
  seq = 0;
  /** Changes that came twice or were missing. */
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
  /** Milliseconds from the server's start to each page's first change. */
  backAfterReady: Spread;
  downMs: number;
  messages: number;
  /** Changes that a page missed, got twice or got out of order. */
  faults: number;
  notRecovered: number;
}

interface Pen {
  api: ChatApi;
  writer: Chatter;
  room: ChatRoom;
  perSecond: number;
}

/** Posts at a fixed rate, whether the server is up or not; a failed POST is repeated with the same id. */
class StubbornWriter {
  readonly #options: Pen;
  readonly #posts: Promise<void>[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Highest acknowledged number. */
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

/** Kills the server with -9 and starts it again while pages are connected and somebody writes. */
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
  if (!writer) throw new Error('the bench has no writer');
  const areUp = () => pages.every(({ isDown }) => !isDown);
  try {
    await waitUntil(areUp, { timeout: 60_000, message: 'all pages to connect' });
    const pen = new StubbornWriter({ api, writer, room, perSecond });
    await pause(3_000);
    await lectern.kill();
    const diedAt = performance.now();
    await waitUntil(() => pages.every(({ isDown }) => isDown), { timeout: 10_000, message: 'all to notice' });
    await lectern.start();
    const readyAt = performance.now();
    await waitUntil(areUp, { timeout: 60_000, message: 'all pages to reconnect' });
    await pause(2_000);
    await pen.finish();
    const hasAll = () => pages.every(({ seq }) => seq >= pen.top);
    // A page without the last message is a fault.
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
