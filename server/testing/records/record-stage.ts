import { dispose } from '@livekit/rtc-node';
import { markPictureArrived } from '../../src/records/lifecycle.ts';
import { type Database, databaseOf } from '../database.ts';
import { type LecternProcess, startLectern } from '../lectern.ts';
import { comeIn, type InCall } from '../people/meeting.ts';
import { makePlace, type Place } from '../place.ts';
import { type Receiver, startReceiver } from '../receivers/receiver.ts';
import { putRecorderNode, removeRecorderNodes, silent, withoutRecorder } from './records.ts';

/** Real calls on a server that records nothing: what becomes of its recordings is in the test's hands. */
export class RecordStage {
  readonly lectern: LecternProcess;
  readonly database: Database;
  readonly receiver: Receiver;
  #nodeId = '';
  readonly #ends: (() => unknown)[] = [];

  private constructor(lectern: LecternProcess, database: Database, receiver: Receiver) {
    this.lectern = lectern;
    this.database = database;
    this.receiver = receiver;
  }

  static async start(settings: Record<string, string> = {}): Promise<RecordStage> {
    const lectern = await startLectern({ ...withoutRecorder, ...settings });
    return new RecordStage(lectern, await databaseOf(lectern, { max: 8 }), await startReceiver());
  }

  /** Done when the test is over. */
  later(end: () => unknown): void {
    this.#ends.push(end);
  }

  async tidy(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }

  async close(): Promise<void> {
    await dispose();
    await this.receiver.close();
    await this.database.close();
    await this.lectern.remove();
  }

  /** The node that has the places; asked for again it is another one. */
  get nodeId(): string {
    return this.#nodeId;
  }

  async begin(places: number): Promise<void> {
    this.#nodeId = await putRecorderNode(this.database.db, { places });
    this.later(() => removeRecorderNodes(this.database.db, [this.#nodeId]));
  }

  /** From now on the node is this. */
  async is(node: Parameters<typeof putRecorderNode>[1]): Promise<void> {
    await putRecorderNode(this.database.db, node, this.#nodeId);
  }

  /** A group with a webhook, and a room. */
  async place(settings: Parameters<typeof makePlace>[1]): Promise<Place> {
    const made = await makePlace(this.lectern, settings);
    await made.owner.createWebhook({ spaceId: made.spaceId, body: { url: this.receiver.url } });
    return made;
  }

  async come(place: Place, role: 'user' | 'moderator'): Promise<InCall> {
    const inCall = await comeIn(this.lectern, place, { username: role === 'user' ? 'Ann' : 'Mo', role });
    this.later(() => inCall.person.leave());
    return inCall;
  }

  /** Since so many milliseconds the first picture is in the file. */
  async picture(recordId: string, agoMs: number): Promise<void> {
    await markPictureArrived(silent, this.database.db, { recordId, at: new Date(Date.now() - agoMs) });
  }

  row(recordId: string) {
    const rows = this.database.db.selectFrom('records').selectAll().where('id', '=', recordId);
    return rows.executeTakeFirstOrThrow();
  }

  /** The events of a room's recordings, as they were delivered. */
  delivered({ room }: Place): string[] {
    return this.receiver.received
      .map(({ body }) => JSON.parse(body).body as { eventName: string; roomId: string; recordId?: string })
      .filter(({ roomId, eventName }) => roomId === room.id && eventName.startsWith('record_'))
      .map(({ eventName, recordId }) => `${eventName} ${recordId}`);
  }

  /** The owner's plan, for this test. */
  async plan(plan: string): Promise<void> {
    const change = (to: string) =>
      this.database.pool.query('UPDATE users SET plan = $1 WHERE email = $2', [to, this.lectern.owner.email]);
    await change(plan);
    this.later(() => change('business'));
  }
}
