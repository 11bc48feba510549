import type { Page } from '@playwright/test';
import type { Database } from '../../../server/testing/database.ts';
import { insertPastCalls, type PastCall } from '../../../server/testing/reports/past-calls.ts';
import { beSignedIn } from './panel-page.ts';
import { test as base, School, type SchoolRoom, type Studio } from './school.ts';

const day = 86_400_000;

/** Noon some days ago, so that a day of the reader's zone is the same everywhere. */
export function noonBefore(days: number): Date {
  const noon = new Date(Date.now() - days * day);
  noon.setUTCHours(12, 0, 0, 0);
  return noon;
}

/** A school whose past calls the test writes into the database. */
export class PastCalls {
  readonly school: School;
  readonly room: SchoolRoom;
  readonly #database: Database;

  private constructor(school: School, room: SchoolRoom, database: Database) {
    this.school = school;
    this.room = room;
    this.#database = database;
  }

  static async open({ lectern, database }: Studio): Promise<PastCalls> {
    const school = await School.at(lectern);
    return new PastCalls(school, await school.room(), database);
  }

  async write(calls: PastCall[], room = this.room): Promise<string[]> {
    return insertPastCalls(this.#database.db, { spaceId: room.spaceId, roomId: room.id }, calls);
  }

  /** Writes what is left of a call after the retention has deleted its people. */
  async expire(callId: string, people: number): Promise<void> {
    const { db } = this.#database;
    await db.updateTable('calls').set({ entries: people, people }).where('id', '=', callId).execute();
    await db.deleteFrom('visits').where('call_id', '=', callId).execute();
  }

  /** Writes a finished recording of a call, without its file. */
  async record(callId: string, at: Date): Promise<void> {
    await this.#database.db
      .insertInto('records')
      .values({
        ...{
          id: `${callId.slice(0, 20)}cccc`,
          name: 'Lesson',
          state: 'finished',
          space_id: this.room.spaceId,
        },
        ...{ room_id: this.room.id, call_id: callId, layout: 'speaker', max_seconds: 3_600 },
        ...{
          is_partial: false,
          duration: 30,
          width: 640,
          height: 360,
          bytes: '1',
          files: '{}',
          created_at: at,
          started_at: at,
          finished_at: at,
        },
      })
      .execute();
  }

  pathOf(part: string, room = this.room): string {
    return `/groups/${room.spaceId}/rooms/${room.id}/${part}`;
  }

  /** Opens a page of the panel, signed in as the owner. */
  async show(page: Page, path: string): Promise<void> {
    const { lectern } = this.school;
    await beSignedIn(page.context(), lectern.url, lectern.owner);
    await page.goto(`${lectern.url}${path}`);
  }
}

/** `past` belongs to the test alone. */
export const test = base.extend<{ past: PastCalls }>({
  past: async ({ studio }, use) => use(await PastCalls.open(studio)),
});

export { expect } from '@playwright/test';
