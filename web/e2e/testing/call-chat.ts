import type { Database } from '../../../server/testing/database.ts';

export type Speaker = { participantId: string; name: string };
export type WrittenPoll = { question: string; options: Record<string, Speaker[]> };

/** Writes into the chat of a room what people said during a call. */
export class CallChat {
  readonly #database: Database;
  readonly #spaceId: string;
  readonly #channelId: string;

  constructor(database: Database, { spaceId, channelId }: { spaceId: string; channelId: string }) {
    this.#database = database;
    this.#spaceId = spaceId;
    this.#channelId = channelId;
  }

  async write(speaker: Speaker, text: string, at: Date): Promise<void> {
    await this.#openChannel();
    await this.#query(
      `INSERT INTO chat_messages (channel_id, seq, type, user_id, text, created_at)
       SELECT $1, coalesce(max(seq), 0) + 1, 'user', $2, $3, $4 FROM chat_messages WHERE channel_id = $1`,
      [this.#channelId, await this.#userOf(speaker, at), text, at],
    );
  }

  async writePoll({ question, options }: WrittenPoll, at: Date): Promise<void> {
    await this.#openChannel();
    const pollId = await this.#query(
      `INSERT INTO chat_polls (channel_id, question, with_answer, is_open_ended, status, created_at, started_at, stopped_at)
       VALUES ($1, $2, false, false, 'done', $3, $3, $3) RETURNING id`,
      [this.#channelId, question, at],
    );
    for (const [option, voters] of Object.entries(options)) {
      const optionId = await this.#query(
        'INSERT INTO chat_poll_options (poll_id, option, valid) VALUES ($1, $2, false) RETURNING id',
        [pollId, option],
      );
      for (const voter of voters) {
        await this.#query(
          `INSERT INTO chat_poll_votes (poll_id, user_id, option_ids, created_at) VALUES ($1, $2, ARRAY[$3::bigint], $4)`,
          [pollId, await this.#userOf(voter, at), optionId, at],
        );
      }
    }
  }

  async #openChannel(): Promise<void> {
    await this.#query(
      `INSERT INTO chat_channels (id, space_id, room_id, epoch, created_at)
       SELECT channel_id, space_id, id, 'epoch', created_at FROM rooms WHERE channel_id = $1
       ON CONFLICT DO NOTHING`,
      [this.#channelId],
    );
  }

  async #userOf({ participantId, name }: Speaker, at: Date): Promise<string | undefined> {
    const userId = await this.#query(
      `INSERT INTO chat_users (space_id, identity, kind, role, username, display_name, created_at)
       VALUES ($1, $2, 'participant', 'user', $2, $3, $4)
       ON CONFLICT (space_id, identity) DO UPDATE SET display_name = $3 RETURNING id`,
      [this.#spaceId, `participant ${participantId}`, name, at],
    );
    await this.#query(
      `INSERT INTO chat_user_participants (participant_id, user_id, name) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`,
      [participantId, userId, name],
    );
    return userId;
  }

  /** The id of the first row, if the statement returns one. */
  async #query(statement: string, values: unknown[]): Promise<string | undefined> {
    const { rows } = await this.#database.pool.query<{ id?: string }>(statement, values);
    return rows[0]?.id;
  }
}
