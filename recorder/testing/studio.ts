import { randomUUID } from 'node:crypto';
import type { Shown } from './content.ts';
import { Publishers, type PublishingPerson } from './publishers.ts';
import { type RecorderOptions, RunningRecorder } from './running-recorder.ts';

/** A media engine of a test's own. */
export interface Engine {
  url: string;
  token: (who: { id?: string; name: string; isRecorder?: boolean; roomId?: string }) => Promise<string>;
  stop: () => Promise<void>;
}

const size = { width: 320, height: 180, fps: 15 };

/** Rooms with people whose pictures and sounds are known, and recorders in them; `close` takes all of it away. */
export class Studio {
  readonly engine: Engine;
  readonly publishers = new Publishers();
  readonly recorders: RunningRecorder[] = [];

  constructor(engine: Engine) {
    this.engine = engine;
  }

  room(): StudioRoom {
    return new StudioRoom(this);
  }

  async close(): Promise<void> {
    for (const recorder of this.recorders) await recorder.remove();
    await this.publishers.close();
    await this.engine.stop();
  }
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
    const { engine, publishers } = this.#studio;
    const id = randomUUID();
    this.ids.push(id);
    const token = await engine.token({ id, name, roomId: this.id });
    return Object.assign(await publishers.join({ url: engine.url, token }), { id });
  }

  /** Somebody with a camera, and a microphone that hears a tone. */
  async shows(name: string, show: Shown, hz: number): Promise<PublishingPerson & { id: string }> {
    const person = await this.come(name);
    await person.camera({ ...size, show });
    await person.microphone({ hz });
    return person;
  }

  async record(options: RecorderOptions = {}): Promise<RunningRecorder> {
    const { engine, recorders } = this.#studio;
    const token = await engine.token({ name: 'Recorder', isRecorder: true, roomId: this.id });
    const recorder = await RunningRecorder.start({ url: engine.url, roomId: this.id, token }, options);
    recorders.push(recorder);
    return recorder;
  }
}
