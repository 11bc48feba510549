import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import type { InProcess } from '../../../testing/in-process.ts';
import { type InFakeCall, joinFakeCall } from '../../../testing/people/fake-call.ts';
import { SocketListener } from '../../../testing/people/listener.ts';

/** A person in the call with a socket. */
export interface DrawingPerson extends InFakeCall {
  ear: SocketListener;
  draw(boardId: string, ...elements: unknown[]): Promise<{ seq: number; stale: string[] }>;
}

/** A room with people who draw. End it with `end`. */
export class DrawingRoom {
  readonly #lectern: InProcess;
  readonly group: TestGroup;
  readonly #ends: (() => unknown)[] = [];

  constructor(lectern: InProcess, group: TestGroup) {
    this.#lectern = lectern;
    this.group = group;
  }

  static async of(lectern: InProcess): Promise<DrawingRoom> {
    return new DrawingRoom(lectern, await makeGroup(lectern, { isPublic: false }));
  }

  async come(username: string, role: 'user' | 'moderator' = 'user'): Promise<DrawingPerson> {
    const inCall = await joinFakeCall(this.#lectern, this.group, { username, role });
    const ear = await SocketListener.of(this.#lectern, inCall.api, this.group.room.channelId);
    this.#ends.push(
      () => ear.close(),
      () => inCall.person.leave(),
    );
    const draw = async (boardId: string, ...elements: unknown[]) =>
      (await ear.rpc('draw', { participantId: inCall.id, boardId, elements })) as {
        seq: number;
        stale: string[];
      };
    return { ...inCall, ear, draw };
  }

  /** Reads a board as a person. */
  async read({ api }: Pick<InFakeCall, 'api'>, boardId: string, since?: number) {
    return api.listBoardElements({ ...this.group.at, boardId, query: since === undefined ? {} : { since } });
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }
}
