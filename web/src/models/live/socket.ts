/** What the page's socket tells. Structural on purpose: the stock client is behind it in the page, a fake in tests. */
export type SocketEvent =
  | { kind: 'up' }
  | { kind: 'down' }
  /** The client will not come back by itself. `refused`: the server gave no token for it. */
  | { kind: 'closed'; refused: boolean }
  | ({ kind: 'subscribed'; channel: string } & Subscribed)
  | { kind: 'publication'; channel: string; data: unknown };

export type Subscribed = {
  /** One life of the channel's numbers. */
  epoch?: string | undefined;
  /** The number of the channel's last change, where the server tells it. */
  top?: number | undefined;
  /** Everything missed follows as publications. */
  recovered: boolean;
};

export type Socket = { connect: () => void; disconnect: () => void };

export type SocketParts = { token: () => Promise<string>; tell: (event: SocketEvent) => void };
export type OpenSocket = (parts: SocketParts) => Socket;
