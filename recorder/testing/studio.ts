import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import type { VideoContent } from './content.ts';
import { Publishers, type PublishingPerson } from './publishers.ts';
import { type RecorderOptions, RunningRecorder } from './running-recorder.ts';

/** A media server for one test file. */
export interface StudioCall {
  url: string;
  token: (who: { id?: string; name: string; isRecorder?: boolean; roomId?: string }) => Promise<string>;
  stop: () => Promise<void>;
}

const size = { width: 320, height: 180, fps: 15 };

/** Rooms of participants with known media, and recorders in them; `close` removes everything. */
export class Studio<C extends StudioCall = StudioCall> {
  readonly recorders: RunningRecorder[] = [];
  readonly #start: () => Promise<C>;
  #open: { call: C; publishers: Publishers } | undefined;

  constructor(start: () => Promise<C>) {
    this.#start = start;
  }

  async open(): Promise<void> {
    this.#open = { call: await this.#start(), publishers: new Publishers() };
  }

  get call(): C {
    return this.#opened.call;
  }

  get publishers(): Publishers {
    return this.#opened.publishers;
  }

  room(): StudioRoom {
    return new StudioRoom(this);
  }

  async close(): Promise<void> {
    for (const recorder of this.recorders) await recorder.remove();
    await this.#open?.publishers.close();
    await this.#open?.call.stop();
  }

  get #opened() {
    if (!this.#open) throw new Error('this studio is not open');
    return this.#open;
  }
}

/** Opens a studio for the tests of a file and closes it afterwards. */
export function openStudio<C extends StudioCall>(start: () => Promise<C>): Studio<C> {
  const studio = new Studio(start);
  before(() => studio.open());
  after(() => studio.close());
  return studio;
}

export class StudioRoom {
  readonly id = randomUUID();
  /** Participants in the order of arrival. */
  readonly ids: string[] = [];
  readonly #studio: Studio;

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  /** Joins without sending anything. */
  async come(name: string): Promise<PublishingPerson & { id: string }> {
    const { call, publishers } = this.#studio;
    const id = randomUUID();
    this.ids.push(id);
    const token = await call.token({ id, name, roomId: this.id });
    return Object.assign(await publishers.join({ url: call.url, token }), { id });
  }

  /** Joins with a camera and with a microphone that sends a tone. */
  async shows(name: string, show: VideoContent, hz: number): Promise<PublishingPerson & { id: string }> {
    const person = await this.come(name);
    await person.camera({ ...size, show });
    await person.microphone({ hz });
    return person;
  }

  async record(options: RecorderOptions = {}): Promise<RunningRecorder> {
    const { call, recorders } = this.#studio;
    const token = await call.token({ name: 'Recorder', isRecorder: true, roomId: this.id });
    const recorder = await RunningRecorder.start({ url: call.url, roomId: this.id, token }, options);
    recorders.push(recorder);
    return recorder;
  }
}
