import type { Presence } from '../../socket.ts';
import type { Bus, Node } from '../bus.ts';

/** Connects the hubs of one process as Redis connects those of several. */
export class Wire {
  readonly #nodes = new Set<Node>();
  /** While this is on, every message is lost. */
  isCut = false;
  /** Channels to which a node subscribed. */
  readonly subscribed: string[] = [];
  /** A subscription takes effect only when this resolves. */
  gate: Promise<unknown> = Promise.resolve();

  bus(): Bus {
    let self: Node | undefined;
    const others = (): Node[] => (this.isCut ? [] : [...this.#nodes].filter((node) => node !== self));
    return {
      start: async (node) => {
        self = node;
        this.#nodes.add(node);
      },
      stop: async () => {
        if (self) this.#nodes.delete(self);
      },
      subscribe: async (channel) => {
        this.subscribed.push(channel);
        await this.gate;
      },
      unsubscribe: (channel) => this.subscribed.splice(this.subscribed.indexOf(channel), 1),
      send: (channel, message) =>
        setImmediate(() => others().forEach((node) => void node.deliver(channel, message))),
      presence: async (channel) =>
        Object.assign({}, ...others().map((node) => node.present(channel))) as Presence,
      serverId: async () => undefined,
    };
  }

  /** Ends the cut, and makes every node compare with the table. */
  mend(): void {
    this.isCut = false;
    for (const node of this.#nodes) node.compare();
  }

  heard(): string[][] {
    return [...this.#nodes].map((node) => node.heard());
  }
}
