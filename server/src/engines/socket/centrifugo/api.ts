const answerMs = 3000;

/** Centrifugo answered with an error. */
export class ApiFault extends Error {
  override name = 'ApiFault';
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`Centrifugo refused ${method}: ${message} (${code})`);
    this.code = code;
  }
}

/** The position of a channel's stream in Centrifugo; its numbers are not ours. */
export interface EnginePosition {
  epoch: string;
  offset: number;
}

export interface CentrifugoClient {
  client: string;
  user: string;
  conn_info?: unknown;
  chan_info?: unknown;
}

/** One property as JSON text, to be put into a larger object. */
const member = (name: string, value: unknown): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`;

/** The part of Centrifugo's HTTP API that we use (socket-protocol.md, section 14). Every call throws while it is away. */
export class CentrifugoApi {
  readonly #base: string;
  readonly #key: string;

  constructor({ url, key }: { url: URL; key: string }) {
    this.#base = `${url.href.replace(/\/$/, '')}/api`;
    this.#key = key;
  }

  async #post(method: string, body: string): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.#base}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': this.#key },
      body,
      signal: AbortSignal.timeout(answerMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ApiFault(method, response.status, `HTTP ${response.status}`);
    }
    const answer = (await response.json()) as {
      result?: Record<string, unknown>;
      error?: { code: number; message: string };
    };
    if (answer.error) throw new ApiFault(method, answer.error.code, answer.error.message);
    return answer.result ?? {};
  }

  #call(method: string, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
    return this.#post(method, JSON.stringify(fields));
  }

  /** `data` is JSON text and is passed on unchanged. A repeated key publishes nothing. */
  async publish(channel: string, data: string, key: string): Promise<EnginePosition> {
    const body = `{${member('channel', channel)},${member('idempotency_key', key)},"data":${data}}`;
    return positionIn(await this.#post('publish', body));
  }

  /** Publishes to the current listeners without a number. */
  async tell(channel: string, data: string): Promise<void> {
    await this.#post('publish', `{${member('channel', channel)},"skip_history":true,"data":${data}}`);
  }

  async streamOf(channel: string): Promise<EnginePosition> {
    return positionIn(await this.#call('history', { channel, limit: 0 }));
  }

  async forget(channel: string): Promise<void> {
    await this.#call('history_remove', { channel });
  }

  async presence(channel: string): Promise<CentrifugoClient[]> {
    const { presence } = await this.#call('presence', { channel });
    return Object.values((presence ?? {}) as Record<string, CentrifugoClient>);
  }

  /** Closes the user's connections except those in `except`. */
  async disconnect(
    user: string,
    { except, ...disconnect }: { code: number; reason: string; except: string[] },
  ): Promise<void> {
    await this.#call('disconnect', { user, whitelist: except, disconnect });
  }

  async connections(): Promise<number> {
    const { nodes } = (await this.#call('info', {})) as { nodes?: { num_clients?: number }[] };
    return (nodes ?? []).reduce((sum, node) => sum + (node.num_clients ?? 0), 0);
  }
}

const positionIn = (result: Record<string, unknown>): EnginePosition => ({
  epoch: String(result.epoch ?? ''),
  offset: Number(result.offset ?? 0),
});
