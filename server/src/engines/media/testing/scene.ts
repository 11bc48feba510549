import { waitUntil } from '../../../../testing/wait.ts';
import { newId } from '../../../platform/ids.ts';
import {
  type EngineEvent,
  type EngineParticipant,
  type EngineTrack,
  type MediaEngine,
  mayPublishAll,
  type PublishRights,
} from '../media.ts';
import type { Actor, Connecting, MediaStage } from './stages.ts';

export type Came = { roomId: string; id: string; entryId: string; actor: Actor };
type EventOf<T extends EngineEvent['type']> = EngineEvent & { type: T };
type Rights = { publish?: PublishRights; hidden?: boolean };

/** The actions and checks of the contract's cases, for any engine. */
export class MediaScene {
  readonly #stage: MediaStage;

  constructor(stage: MediaStage) {
    this.#stage = stage;
  }

  get engine(): MediaEngine {
    return this.#stage.engine;
  }

  get deliveries(): MediaStage['deliveries'] {
    return this.#stage.deliveries;
  }

  join(token: string): Promise<Actor> {
    return this.#stage.join(token);
  }

  connect(token: string): Promise<Connecting> {
    return this.#stage.connect(token);
  }

  async token(roomId: string, id: string, rights: Rights = {}): Promise<{ entryId: string; token: string }> {
    const entryId = newId();
    const request = { roomId, participantId: id, name: 'Ada Lovelace', role: 'user', entryId };
    return {
      entryId,
      token: await this.engine.issueToken({ publish: mayPublishAll, ...request, ...rights }),
    };
  }

  /** A participant joins, in a room of their own unless one is named. */
  async come({
    roomId = newId(),
    id = newId(),
    ...rights
  }: Rights & { roomId?: string; id?: string } = {}): Promise<Came> {
    const { entryId, token } = await this.token(roomId, id, rights);
    const actor = await this.join(token);
    await this.event('participant_joined', roomId, (event) => event.participant.entryId === entryId);
    return { roomId, id, entryId, actor };
  }

  async listed({ roomId, id }: { roomId: string; id: string }): Promise<EngineParticipant | undefined> {
    const participants = await this.engine.listParticipants(roomId);
    return participants.find(({ identity }) => identity === id);
  }

  async track(came: Came, source: EngineTrack['source']): Promise<EngineTrack | undefined> {
    return (await this.listed(came))?.tracks.find((track) => track.source === source);
  }

  /** How many participants the engine reported as joined. */
  joins(roomId: string): number {
    return this.#stage.events.filter(
      (event) => event.type === 'participant_joined' && event.roomId === roomId,
    ).length;
  }

  event<T extends EngineEvent['type']>(
    type: T,
    roomId: string,
    matches: (event: EventOf<T>) => boolean = () => true,
  ): Promise<EventOf<T>> {
    const isIt = (event: EngineEvent): event is EventOf<T> =>
      event.type === type && event.roomId === roomId && matches(event as EventOf<T>);
    return waitUntil(() => this.#stage.events.find(isIt), {
      timeout: 30_000,
      message: `${type} of room ${roomId} to be reported`,
    });
  }

  async soon(condition: () => Promise<unknown>, message: string): Promise<void> {
    await waitUntil(condition, { timeout: 30_000, message });
  }
}
