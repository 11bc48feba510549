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

export type Socket = {
  connect: () => void;
  disconnect: () => void;
  /** Sends a message that nobody answers; it is lost unless the connection is up. */
  send: (method: string, data: unknown) => void;
  /** Sends a message and waits for its result. @throws MessageRefused */
  rpc: (method: string, data: unknown) => Promise<unknown>;
};

/** The server refused a message, or did not answer it in time. */
export class MessageRefused extends Error {
  override name = 'MessageRefused';
  /** The code of the protocol: below 100 the message may have been handled; from 400 on it is an HTTP status. */
  readonly code: number;
  /** The same message may succeed later. */
  readonly isTemporary: boolean;

  constructor({ code, message, temporary = false }: { code: number; message: string; temporary?: boolean }) {
    super(message);
    this.code = code;
    this.isTemporary = temporary || code < 100;
  }
}

export type SocketParts = { token: () => Promise<string>; tell: (event: SocketEvent) => void };
export type OpenSocket = (parts: SocketParts) => Socket;
