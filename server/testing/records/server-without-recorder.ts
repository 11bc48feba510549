import { markPictureArrived } from '../../src/records/lifecycle.ts';
import { type Database, databaseOf } from '../database.ts';
import { makeGroup, type TestGroup } from '../group.ts';
import { type InProcess, startInProcess } from '../in-process.ts';
import { type InFakeCall, joinFakeCall } from '../people/fake-call.ts';
import { type Receiver, startReceiver } from '../receivers/receiver.ts';
import { putRecorderNode, removeRecorderNodes, silentParts, withoutRecorder } from './records.ts';

/** A server whose people are of the fake media server, and which records nothing: the test itself moves its recordings on. */
export class ServerWithoutRecorder {
  readonly lectern: InProcess;
  readonly database: Database;
  readonly receiver: Receiver;
  #nodeId = '';
  readonly #ends: (() => unknown)[] = [];

  private constructor(lectern: InProcess, database: Database, receiver: Receiver) {
    this.lectern = lectern;
    this.database = database;
    this.receiver = receiver;
  }

  static async start(settings: Record<string, string> = {}): Promise<ServerWithoutRecorder> {
    const lectern = await startInProcess({ ...withoutRecorder, ...settings });
    return new ServerWithoutRecorder(lectern, await databaseOf(lectern, { max: 8 }), await startReceiver());
  }

  /** Runs `end` when the test is over. */
  cleanUpLater(end: () => unknown): void {
    this.#ends.push(end);
  }

  async cleanUp(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }

  async close(): Promise<void> {
    await this.receiver.close();
    await this.database.close();
    await this.lectern.remove();
  }

  /** The node with the recorder slots; each `addRecorderNode` adds another one. */
  get nodeId(): string {
    return this.#nodeId;
  }

  async addRecorderNode(places: number): Promise<void> {
    this.#nodeId = await putRecorderNode(this.database.db, { places });
    this.cleanUpLater(() => removeRecorderNodes(this.database.db, [this.#nodeId]));
  }

  /** Changes the node. */
  async updateNode(node: Parameters<typeof putRecorderNode>[1]): Promise<void> {
    await putRecorderNode(this.database.db, node, this.#nodeId);
  }

  /** Creates a group with a webhook and a room. */
  async makeGroup(settings: Parameters<typeof makeGroup>[1]): Promise<TestGroup> {
    const made = await makeGroup(this.lectern, settings);
    await made.owner.createWebhook({ spaceId: made.spaceId, body: { url: this.receiver.url } });
    return made;
  }

  async joinCall(group: TestGroup, role: 'user' | 'moderator'): Promise<InFakeCall> {
    const inCall = await joinFakeCall(this.lectern, group, {
      username: role === 'user' ? 'Ann' : 'Mo',
      role,
    });
    this.cleanUpLater(() => inCall.person.leave());
    return inCall;
  }

  /** Marks the first picture as arrived `agoMs` ago. */
  async markPictureArrived(recordId: string, agoMs: number): Promise<void> {
    await markPictureArrived(silentParts, this.database.db, { recordId, at: new Date(Date.now() - agoMs) });
  }

  recordRow(recordId: string) {
    const rows = this.database.db.selectFrom('records').selectAll().where('id', '=', recordId);
    return rows.executeTakeFirstOrThrow();
  }

  /** The delivered events of a room's recordings. */
  deliveredEvents({ room }: TestGroup): string[] {
    return this.receiver.received
      .map(({ body }) => JSON.parse(body).body as { eventName: string; roomId: string; recordId?: string })
      .filter(({ roomId, eventName }) => roomId === room.id && eventName.startsWith('record_'))
      .map(({ eventName, recordId }) => `${eventName} ${recordId}`);
  }

  /** Changes the owner's plan for this test. */
  async setPlan(plan: string): Promise<void> {
    const change = (to: string) =>
      this.database.pool.query('UPDATE users SET plan = $1 WHERE email = $2', [to, this.lectern.owner.email]);
    await change(plan);
    this.cleanUpLater(() => change('business'));
  }
}
