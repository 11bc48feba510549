/** Times and sizes. The figures are the reference's (socket-protocol.md) except for the pings; tests use shorter ones. */
export interface Limits {
  /** Time between two pings of one connection: a client leaves a frozen node soon after the first missing ping. */
  pingMs: number;
  /** How long a client may take to answer a ping. */
  pongMs: number;
  /** How long a connection may stay without a successful connect. */
  staleMs: number;
  /** How long a connection is kept after its token expired, for a late refresh. */
  graceMs: number;
  /** How often every connection is checked for the four times above. */
  sweepMs: number;
  /** Least time between two writes of a busy channel to its listeners. */
  batchMs: number;
  /** How long a change waits for the one before it until the table is read. */
  holeMs: number;
  /** How often the tops of the channels are compared with the table. */
  compareMs: number;
  /** How long a channel's copy stays after its last listener left. */
  keepMs: number;
  /** How many changes a channel's copy holds at most, and for how long. */
  copyLength: number;
  copyMs: number;
  /** The largest frame of a client, in bytes. */
  frameBytes: number;
  /** Bytes that may wait to be written to one connection. */
  queueBytes: number;
  /** How many client-side subscriptions a connection may have. */
  channels: number;
  channelNameLength: number;
  /** A connection's budget for commands that cost work, and how much of it returns per second. */
  burst: number;
  burstPerSecond: number;
  /** The longest time over which a stopping hub spreads the closing of its connections. */
  stopMs: number;
}

export const usualLimits: Limits = {
  pingMs: 3_000,
  pongMs: 10_000,
  staleMs: 15_000,
  graceMs: 25_000,
  sweepMs: 1_000,
  batchMs: 20,
  holeMs: 50,
  compareMs: 2_000,
  keepMs: 60_000,
  copyLength: 1_000,
  copyMs: 600_000,
  frameBytes: 65_536,
  queueBytes: 1_048_576,
  channels: 128,
  channelNameLength: 255,
  burst: 400,
  burstPerSecond: 40,
  stopMs: 3_000,
};
