/** The events of the page's socket. The type is structural: the stock client in the page, a fake in tests. */
export type SocketEvent =
  | { kind: 'up' }
  | { kind: 'down' }
  /** The client gave up. `refused`: the server issued no token. */
  | { kind: 'closed'; refused: boolean }
  | ({ kind: 'subscribed'; channel: string } & Subscribed)
  | { kind: 'publication'; channel: string; data: unknown };

export type Subscribed = {
  /** Identifies one sequence of the channel's numbers. */
  epoch?: string | undefined;
  /** The number of the channel's last change, if the server sends it. */
  top?: number | undefined;
  /** True if everything missed follows as publications. */
  recovered: boolean;
};

export type Socket = { connect: () => void; disconnect: () => void };

export type SocketParts = { token: () => Promise<string>; tell: (event: SocketEvent) => void };
export type OpenSocket = (parts: SocketParts) => Socket;
