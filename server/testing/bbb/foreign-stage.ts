import assert from 'node:assert/strict';
import { type BbbGroup, makeBbbGroup } from '../../src/bbb/testing/bbb-client.ts';
import { type Database, databaseOf } from '../database.ts';
import { openLink } from '../group.ts';
import { type InProcess, startInProcess } from '../in-process.ts';
import { newBrowser } from '../people/entering.ts';
import { connectToFakeCall, type InFakeCall } from '../people/fake-call.ts';
import type { ServerForClients } from './foreign-clients.ts';
import { publishedRecording, recordMeeting } from './recorded-meetings.ts';

/** A server with a group for clients that are not ours. */
export class ForeignStage {
  readonly lectern: InProcess;
  readonly group: BbbGroup;
  readonly #database: Database;

  private constructor(lectern: InProcess, group: BbbGroup, database: Database) {
    this.lectern = lectern;
    this.group = group;
    this.#database = database;
  }

  static async start(): Promise<ForeignStage> {
    const lectern = await startInProcess();
    return new ForeignStage(lectern, await makeBbbGroup(lectern), await databaseOf(lectern));
  }

  get server(): ServerForClients {
    return { base: this.group.bbb.base, secret: this.group.secret };
  }

  /** Opens an address of `join` as a browser does, and enters the call. */
  async follow(joinAddress: string): Promise<InFakeCall> {
    const joined = await fetch(joinAddress, { redirect: 'manual', headers: { accept: 'text/html' } });
    assert.equal(joined.status, 302, await joined.text());
    const url = joined.headers.get('location') ?? '';
    const browser = newBrowser();
    const session = await openLink(this.lectern, url, browser);
    const alias = new URL(url).pathname.split('/').at(-1) ?? '';
    const { spaceId } = this.group;
    const { items } = await this.group.owner.listRooms({ spaceId });
    const room = items.find((one) => one.alias === alias);
    assert.ok(room);
    const { id, access_token } = await session.createParticipant({
      spaceId,
      body: { roomId: room.id, clientUniqueId: browser },
    });
    const entered = {
      ...{ id, api: this.lectern.client(access_token), browser, url },
      at: { spaceId, participantId: id },
    };
    const group = { ...this.group, room, at: { spaceId, roomId: room.id } };
    return connectToFakeCall(this.lectern, group, entered);
  }

  /** Inserts a recording of 90 seconds into a live meeting. It is ready after the end of the meeting. */
  record(internalId: string): Promise<void> {
    return recordMeeting(this.#database.db, this.group, internalId);
  }

  /** Waits until a recording is published. */
  async isPublished(recordId: string): Promise<void> {
    await publishedRecording(this.group, recordId);
  }

  async remove(): Promise<void> {
    await this.#database.close();
    await this.lectern.remove();
  }
}

/** The status of a page at an address of a response. */
export const statusAt = async (url: string): Promise<number> =>
  (await fetch(url, { method: 'HEAD', redirect: 'manual' })).status;
