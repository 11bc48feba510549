/** Times and sizes. The figures are the reference's (socket-protocol.md) except for the pings; tests use shorter ones. */
export const usualLimits = {
  /** Time between two pings of one connection: a client leaves a frozen node soon after the first missing ping. */
  pingMs: 3_000,
  /** How long a client may take to answer a ping. */
  pongMs: 10_000,
  /** How long a connection may stay without a successful connect. */
  staleMs: 15_000,
  /** How long a connection is kept after its token expired, for a late refresh. */
  graceMs: 25_000,
  /** How often every connection is checked for the four times above. */
  sweepMs: 1_000,
  /** Least time between two writes of a busy channel to its listeners. */
  batchMs: 20,
  /** How long a change waits for the one before it until the table is read. */
  holeMs: 50,
  /** How often the tops of the channels are compared with the table. */
  compareMs: 2_000,
  /** How long a channel's copy stays after its last listener left. */
  keepMs: 60_000,
  /** How many changes a channel's copy holds at most, and for how long. */
  copyLength: 1_000,
  copyMs: 600_000,
  /** The largest frame of a client, in bytes. */
  frameBytes: 65_536,
  /** Bytes that may wait to be written to one connection. */
  queueBytes: 1_048_576,
  /** How many client-side subscriptions a connection may have. */
  channels: 128,
  channelNameLength: 255,
  /** A connection's budget for commands that cost work, and how much of it returns per second. */
  burst: 400,
  burstPerSecond: 40,
  /** The longest time over which a stopping hub spreads the closing of its connections. */
  stopMs: 3_000,
};

export type Limits = typeof usualLimits;
