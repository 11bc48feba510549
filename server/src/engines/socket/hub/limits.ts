/** How long and how much: the reference's figures (socket-protocol.md) except for the pings, shorter in tests. */
export interface Limits {
  /** Between two pings of one connection: a client leaves a frozen node soon after the first one that it misses. */
  pingMs: number;
  /** How long a client may take to answer one. */
  pongMs: number;
  /** How long a connection may stay without saying who it is. */
  staleMs: number;
  /** How long after its token's end a connection is kept for a late refresh. */
  graceMs: number;
  /** How often every connection is looked at for the four above. */
  sweepMs: number;
  /** A busy channel writes to its listeners at most this often. */
  batchMs: number;
  /** How long 6 waits for 5 before the table is read. */
  holeMs: number;
  /** How often the tops of the channels are compared with the table. */
  compareMs: number;
  /** How long a channel's copy stays after its last listener. */
  keepMs: number;
  /** How many changes a channel's copy has at most, and how old they are. */
  copyLength: number;
  copyMs: number;
  /** The largest frame of a client. */
  frameBytes: number;
  /** Bytes that may wait to be written to one connection. */
  queueBytes: number;
  /** How many channels a connection may subscribe to by itself. */
  channels: number;
  channelNameLength: number;
  /** The budget of a connection for commands that cost work, and how much of it returns in a second. */
  burst: number;
  burstPerSecond: number;
  /** Over how long the connections are closed at the end, at most. */
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
