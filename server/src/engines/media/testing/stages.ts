import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { Person } from '../../../../testing/people/person.ts';
import { SignallingOnly } from '../../../../testing/people/signalling-only.ts';
import { LiveKitEngine } from '../livekit.ts';
import type { EngineEvent, MediaEngine, MediaSource } from '../media.ts';
import { FakeMediaEngine, type FakePerson } from './fake.ts';
import { startOwnLiveKit } from './own-livekit.ts';

/** A client of any engine under test. */
export type Actor = {
  sid: () => string;
  publish: (source: MediaSource) => Promise<void>;
  /** Publishes sound as a camera track, or a picture as a microphone. */
  publishMislabelled: (source: MediaSource) => Promise<void>;
  unpublish: (source: MediaSource) => Promise<void>;
  reconnect: (how: 'resume' | 'full') => Promise<void>;
  leave: () => Promise<void>;
  /** The role that the media server reported to this client, once the token states it too: the token is renewed separately. */
  role: () => string | undefined;
  hasEnded: () => boolean;
};

export type Connecting = { hasEnded: () => boolean };

export type WebhookRequest = { body: string; authorization: string | undefined };

/** An engine under test, with the events that it reported. */
export type MediaStage = {
  engine: MediaEngine;
  deliveries: WebhookRequest[];
  events: EngineEvent[];
  join: (token: string) => Promise<Actor>;
  /** Connects to signalling and begins no media session. */
  connect: (token: string) => Promise<Connecting>;
  stop: () => Promise<void>;
};

export const fakeStage = async (): Promise<MediaStage> => {
  const inbox = new Inbox();
  const engine = new FakeMediaEngine((body, authorization) => inbox.take(engine, { body, authorization }));
  return {
    engine,
    deliveries: inbox.deliveries,
    events: inbox.events,
    join: async (token) => actorOfFake(engine.join(token)),
    connect: async (token) => {
      const person = engine.connect(token);
      return { hasEnded: () => person.endedBecause !== undefined };
    },
    stop: async () => {},
  };
};

const actorOfFake = (first: FakePerson): Actor => {
  let person = first;
  return {
    sid: () => person.sid,
    publish: async (source) => person.publish(source),
    publishMislabelled: async (source) => person.publish(source, { isMislabelled: true }),
    unpublish: async (source) => person.unpublish(source),
    reconnect: async (how) => {
      if (how === 'full') person = person.reconnect();
    },
    leave: async () => person.leave(),
    role: () => person.describe().role,
    hasEnded: () => person.endedBecause !== undefined,
  };
};

export const liveKitStage = async (): Promise<MediaStage> => {
  const inbox = new Inbox();
  let engine: LiveKitEngine | undefined;
  const server = createServer((request, response) => {
    bodyOf(request).then((body) => {
      response.end();
      if (engine) inbox.take(engine, { body, authorization: request.headers.authorization });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { livekit, remove } = await startOwnLiveKit({ webhookUrl: `http://127.0.0.1:${port}/` });
  const real = new LiveKitEngine(livekit);
  engine = real;
  return {
    engine: real,
    deliveries: inbox.deliveries,
    events: inbox.events,
    join: async (token) => actorOfPerson(await Person.join(real.signalUrl, token)),
    connect: async (token) => {
      const client = await SignallingOnly.open(real.signalUrl, token);
      return { hasEnded: () => client.hasEnded };
    },
    stop: async () => {
      await livekit.stop();
      server.closeAllConnections();
      server.close();
      await remove();
    },
  };
};

function roleOf({ room }: Person): string | undefined {
  const told = room.localParticipant?.attributes.role;
  const { attributes } = decodeJwt<{ attributes?: Record<string, string> }>(room.token ?? '');
  return attributes?.role === told ? told : undefined;
}

const actorOfPerson = (person: Person): Actor => ({
  sid: () => person.sid,
  publish: (source) => person.publish(source),
  publishMislabelled: (source) => person.publish(source, { isMislabelled: true }),
  unpublish: (source) => person.unpublish(source),
  reconnect: (how) => person.reconnect(how),
  leave: () => person.leave(),
  role: () => roleOf(person),
  hasEnded: () => person.endedBecause !== undefined,
});

class Inbox {
  readonly deliveries: WebhookRequest[] = [];
  readonly events: EngineEvent[] = [];

  take(engine: MediaEngine, delivery: WebhookRequest): void {
    this.deliveries.push(delivery);
    engine.verifyWebhook(delivery.body, delivery.authorization).then((event) => {
      if (event) this.events.push(event);
    });
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};
