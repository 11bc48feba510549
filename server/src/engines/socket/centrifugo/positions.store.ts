import type { Db } from '../../../platform/db/db.ts';
import { execute, selectAll, selectFirst } from '../../../platform/db/rows.ts';
import type { EnginePosition } from './api.ts';

/** The last change of a channel that was handed over, and Centrifugo's own position at that time. */
export interface PublishedPosition {
  epoch: string;
  seq: number;
  engine: EnginePosition;
}

const read = (db: Db, channel: string) => selectFirst<PublishedPosition>(db)`
    SELECT epoch, seq::float8 AS seq, json_build_object('epoch', engine_epoch, 'offset', engine_offset) AS engine
    FROM socket_positions WHERE channel = ${channel}`;

const write = (db: Db, channel: string, { epoch, seq, engine }: PublishedPosition) => execute(db)`
    INSERT INTO socket_positions (channel, epoch, seq, engine_epoch, engine_offset, moved_at)
    VALUES (${channel}, ${epoch}, ${seq}, ${engine.epoch}, ${engine.offset}, clock_timestamp())
    ON CONFLICT (channel) DO UPDATE
    SET epoch = excluded.epoch, seq = excluded.seq,
        engine_epoch = excluded.engine_epoch, engine_offset = excluded.engine_offset,
        moved_at = excluded.moved_at`;

/** Keeps positions in the database that all nodes share: a lock ends with the connection of its node. */
export const positionsIn = (db: Db) => ({
  /**
   * Runs `work` while no other node hands over this channel. Saves the last position that `work` passed to `keep`,
   * even if it throws afterwards.
   */
  async hold(
    channel: string,
    work: (kept: PublishedPosition | undefined, keep: (position: PublishedPosition) => void) => Promise<void>,
  ): Promise<void> {
    const failure = await db.transaction().execute(async (trx) => {
      // No commit waits for the disk: after a database crash Centrifugo's offset corrects an older position.
      await execute(trx)`
        SELECT pg_advisory_xact_lock(hashtextextended(${`socket:${channel}`}, 0)),
               set_config('synchronous_commit', 'off', true)`;
      let last: PublishedPosition | undefined;
      const keep = (position: PublishedPosition) => {
        last = position;
      };
      let thrown: { error: unknown } | undefined;
      try {
        await work(await read(trx, channel), keep);
      } catch (error) {
        thrown = { error };
      }
      if (last) await write(trx, channel, last);
      return thrown;
    });
    if (failure) throw failure.error;
  },

  /**
   * The last number handed over of each of these channels, and of each channel that any node advanced in the last
   * `seconds`. Channels never handed over are left out.
   */
  async lately(seconds: number, channels: string[]): Promise<Map<string, number>> {
    const rows = await selectAll<{ channel: string; seq: number }>(db)`
      SELECT channel, seq::float8 AS seq FROM socket_positions
      WHERE channel = ANY(${channels}) OR moved_at > clock_timestamp() - make_interval(secs => ${seconds})`;
    return new Map(rows.map(({ channel, seq }) => [channel, seq]));
  },
});

export type Positions = ReturnType<typeof positionsIn>;
