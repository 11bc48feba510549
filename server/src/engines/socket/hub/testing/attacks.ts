import { oddValues } from '../../../../../testing/fuzzing/fuzz.ts';
import { Random } from '../../../../calls/testing/random.ts';
import type { Keyring } from '../../../../platform/crypto.ts';
import { forged } from './forge.ts';

/** One hostile frame, and what the protocol says happens to the connection. */
export interface SocketAttack {
  kind: string;
  frame: string | Buffer;
  /** Sent as a binary frame. */
  isBinary?: boolean;
  /** Sent before connect. */
  isEarly?: boolean;
  /** The close code; `stays`: the command is answered with an error and the connection goes on. */
  becomes: number | 'stays' | 'either';
}

const methods = [
  'subscribe',
  'unsubscribe',
  'publish',
  'presence',
  'presence_stats',
  'history',
  'rpc',
  'send',
];
const fieldNames = [
  'channel',
  'recover',
  'offset',
  'epoch',
  'limit',
  'since',
  'reverse',
  'flag',
  'join_leave',
  'data',
  'method',
];

export class Attacks {
  readonly #random: Random;
  readonly #tokens: string[];
  readonly #channels: string[];
  #id = 1_000;

  constructor(seed: number, { tokens, channels }: { tokens: string[]; channels: string[] }) {
    this.#random = new Random(seed);
    this.#tokens = tokens;
    this.#channels = channels;
  }

  static async by(
    seed: number,
    { keyring, channels }: { keyring: Keyring; channels: string[] },
  ): Promise<Attacks> {
    return new Attacks(seed, { tokens: Object.values(await forged(keyring)), channels });
  }

  #command(): Record<string, unknown> {
    this.#id += 1;
    const fields: Record<string, unknown> = { channel: this.#random.pick(this.#channels) };
    for (let count = this.#random.below(4); count > 0; count -= 1) {
      fields[this.#random.pick(fieldNames)] = this.#random.pick(oddValues);
    }
    return { id: this.#id, [this.#random.pick(methods)]: fields };
  }

  #bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.#random.below(256)));
  }

  /** A valid command with some characters replaced. */
  #mutated(): SocketAttack {
    const text = [...JSON.stringify(this.#command())];
    for (let count = 1 + this.#random.below(5); count > 0; count -= 1) {
      const place = this.#random.below(text.length);
      text.splice(
        place,
        this.#random.below(3),
        this.#random.pick(['{', '}', '"', '\\', '\n', ',', '0', '\u0000', '[']),
      );
    }
    return { kind: 'mutated', frame: text.join(''), becomes: 'either' };
  }

  #broken(): SocketAttack {
    const text = JSON.stringify(this.#command());
    const frame = this.#random.pick([
      text.slice(0, -1 - this.#random.below(text.length - 2)),
      `${text}}`,
      `x${text}`,
    ]);
    return { kind: 'broken JSON', frame, becomes: 3501 };
  }

  #huge(): SocketAttack {
    const size = this.#random.pick([65_537, 100_000, 400_000]);
    return { kind: 'huge', frame: `{"id":1,"rpc":{"data":"${'x'.repeat(size)}"}}`, becomes: 1009 };
  }

  #deep(): SocketAttack {
    const levels = this.#random.pick([1_000, 20_000]);
    const [open, shut] = this.#random.pick([
      ['[', ']'],
      ['{"a":', '}'],
    ]);
    const core = this.#random.pick(['1', '']);
    const value = `${open.repeat(levels / open.length)}${core}${shut.repeat(levels / open.length)}`;
    // A key without a value is no JSON.
    const isReadable = core !== '' || open === '[';
    const frame = `{"id":${this.#id},"publish":{"channel":"a","data":${value}}}`;
    return { kind: 'deep', frame, becomes: isReadable ? 'stays' : 3501 };
  }

  #endlessId(): SocketAttack {
    const id = this.#random.pick([
      '9'.repeat(5_000),
      '4294967296',
      '-1',
      '0',
      '1.5',
      '"1"',
      '1e999',
      'null',
      '[1]',
    ]);
    return { kind: 'endless id', frame: `{"id":${id},"ping":{}}`, becomes: 3501 };
  }

  #many(): SocketAttack {
    const count = this.#random.pick([100, 1_000, 2_000]);
    const commands = Array.from({ length: count }, (_, index) => `{"id":${index + 1},"ping":{}}`);
    return { kind: 'many commands', frame: commands.join('\n'), becomes: 'stays' };
  }

  #wrongTypes(): SocketAttack {
    return { kind: 'wrong types', frame: JSON.stringify(this.#command()), becomes: 'stays' };
  }

  #wrongRequest(): SocketAttack {
    const value = this.#random.pick(
      oddValues.filter((odd) => typeof odd !== 'object' || odd === null || Array.isArray(odd)),
    );
    const frame = JSON.stringify({ id: 7, [this.#random.pick([...methods, 'connect', 'refresh'])]: value });
    return { kind: 'a request that is no object', frame, becomes: 3501 };
  }

  #forged(): SocketAttack {
    const connect = {
      token: this.#random.pick(this.#tokens),
      subs: { [this.#random.pick(this.#channels)]: { recover: true } },
    };
    return { kind: 'forged token', frame: JSON.stringify({ id: 1, connect }), isEarly: true, becomes: 3500 };
  }

  #oddConnect(): SocketAttack {
    const connect = {
      token: this.#random.pick(oddValues),
      subs: this.#random.pick(oddValues),
      data: this.#random.pick(oddValues),
    };
    return { kind: 'odd connect', frame: JSON.stringify({ id: 1, connect }), isEarly: true, becomes: 3500 };
  }

  #early(): SocketAttack {
    return { kind: 'before connect', frame: JSON.stringify(this.#command()), isEarly: true, becomes: 3501 };
  }

  #again(): SocketAttack {
    const connect = { token: this.#random.pick(this.#tokens) };
    return { kind: 'second connect', frame: JSON.stringify({ id: 1, connect }), becomes: 3501 };
  }

  #refresh(): SocketAttack {
    const refresh = { token: this.#random.pick(this.#tokens) };
    return { kind: 'forged refresh', frame: JSON.stringify({ id: 1, refresh }), becomes: 3500 };
  }

  #binary(): SocketAttack {
    return { kind: 'binary', frame: this.#bytes(1 + this.#random.below(200)), isBinary: true, becomes: 3506 };
  }

  #noText(): SocketAttack {
    return {
      kind: 'no UTF-8',
      frame: Buffer.concat([this.#bytes(5), Buffer.from([0xff, 0xfe])]),
      becomes: 1007,
    };
  }

  #empty(): SocketAttack {
    const frame = this.#random.pick(['', '\n', '{}', '[]', 'null', '\n\n\n', ' ', '{}\n{}']);
    return { kind: 'empty', frame, becomes: 3501 };
  }

  next(): SocketAttack {
    const random = this.#random.next();
    // Half of the attacks leave the connection open, so that the next one meets the state that the last one left.
    if (random < 0.5) return this.#wrongTypes();
    const others = [
      () => this.#mutated(),
      () => this.#broken(),
      () => this.#huge(),
      () => this.#deep(),
      () => this.#endlessId(),
      () => this.#many(),
      () => this.#wrongRequest(),
      () => this.#forged(),
      () => this.#oddConnect(),
      () => this.#early(),
      () => this.#again(),
      () => this.#refresh(),
      () => this.#binary(),
      () => this.#noText(),
      () => this.#empty(),
    ];
    return this.#random.pick(others)();
  }
}
