import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import type { VideoContent } from './content.ts';
import { Publishers, type PublishingPerson } from './publishers.ts';
import { type RecorderOptions, RunningRecorder } from './running-recorder.ts';

/** A call on a media engine of a test's own. */
export interface Call {
  url: string;
  token: (who: { id?: string; name: string; isRecorder?: boolean; roomId?: string }) => Promise<string>;
  stop: () => Promise<void>;
}

const size = { width: 320, height: 180, fps: 15 };

/** Rooms with people whose pictures and sounds are known, and recorders in them; `close` takes all of it away. */
export class Studio<C extends Call = Call> {
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

/** One that is open while the tests of a file run. */
export function openStudio<C extends Call>(start: () => Promise<C>): Studio<C> {
  const studio = new Studio(start);
  before(() => studio.open());
  after(() => studio.close());
  return studio;
}

export class StudioRoom {
  readonly id = randomUUID();
  /** Who came, in their order. */
  readonly ids: string[] = [];
  readonly #studio: Studio;

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  /** Somebody who sends nothing yet. */
  async come(name: string): Promise<PublishingPerson & { id: string }> {
    const { call, publishers } = this.#studio;
    const id = randomUUID();
    this.ids.push(id);
    const token = await call.token({ id, name, roomId: this.id });
    return Object.assign(await publishers.join({ url: call.url, token }), { id });
  }

  /** Somebody with a camera, and a microphone that hears a tone. */
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
