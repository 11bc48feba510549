import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineIntakePath } from '../src/calls/intake.ts';
import { timings as reconcileTimings } from '../src/calls/reconcile.ts';
import { loadConfig } from '../src/config.ts';
import { FakeMediaEngine } from '../src/engines/media/testing/fake.ts';
import type { SpeechEngine, VoiceCutter } from '../src/engines/speech/speech.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { start as startServer } from '../src/start.ts';
import { Stops } from '../src/startup/stopping/stopping.ts';
import { noteSettings, secretsIn } from './answers/secrets.ts';
import { enginesFor } from './engines/engines.ts';
import { clientOf, installationIn, type Lectern, signIn, testSettingsOf } from './lectern.ts';
import { freePorts } from './processes/ports.ts';

// The fake media server answers at once when it is asked who is in a call.
Object.assign(reconcileTimings, { everyMs: 500 });

/** Collects the server's log and what it prints for the person who starts it. */
class Output {
  text = '';

  readonly write = (text: string): void => {
    this.text += text;
  };
}

/** A fake media server that posts its webhooks to our server, as LiveKit does. */
const mediaOf = (url: string): FakeMediaEngine =>
  new FakeMediaEngine((body, authorization) => {
    const headers = { authorization, 'content-type': 'application/webhook+json' };
    void fetch(`${url}${engineIntakePath}`, { method: 'POST', headers, body }).catch(() => undefined);
  });

interface FakeEngines {
  media: FakeMediaEngine;
  speech: SpeechEngine | undefined;
  cutter: VoiceCutter | undefined;
}

async function startWith(
  environment: Record<string, string>,
  output: Output,
  { media: engine, speech, cutter }: FakeEngines,
) {
  const loaded = loadConfig(environment);
  if ('faults' in loaded) throw new Error(`invalid settings: ${loaded.faults.join('; ')}`);
  const { config } = loaded;
  const log = createLog(config.LECTERN_LOG_LEVEL.all, output);
  const stops = new Stops();
  const startMedia = async () => ({ engine, isOurs: true, stop: async () => undefined });
  try {
    const fakes = { startMedia, ...(speech && { speech }), ...(cutter && { cutter }) };
    await startServer({ config, log, stops, print: output.write, ...fakes });
  } catch (error) {
    await stops.run(log);
    throw error;
  }
  return () => stops.run(log);
}

/** A server in the test's process, with its fake media server. */
export interface InProcess extends Lectern {
  media: FakeMediaEngine;
}

/**
 * Starts a server in the test's own process with a fake media server, for tests that do not send media and are not
 * about processes, signals or engines. End it with `remove()`.
 *
 * @example const speech = new FakeSpeechEngine(); const lectern = await startInProcess({}, { speech });
 */
export async function startInProcess(
  settings: Record<string, string> = {},
  { speech, cutter }: { speech?: SpeechEngine; cutter?: VoiceCutter } = {},
): Promise<InProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  const ports = await freePorts();
  const engines = await enginesFor('database', { dataDir, httpPort: ports.http, settings });
  const url = `http://127.0.0.1:${ports.http}`;
  const base = { ...testSettingsOf({ url, dataDir, ports }), ...engines.settings, ...settings };
  const output = new Output();
  const media = mediaOf(url);
  let stopServer: (() => Promise<void>) | undefined;

  const start = async (more: Record<string, string> = {}) => {
    const environment = { ...base, ...more };
    noteSettings(url, environment);
    stopServer = await startWith(environment, output, { media, speech, cutter });
  };
  const stop = async () => {
    await stopServer?.();
    stopServer = undefined;
  };
  const clean = async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
    await engines.remove();
  };

  const owner = await start()
    .then(() => signIn(url))
    .catch(async (error: unknown) => {
      await clean();
      throw error;
    });
  return {
    url,
    dataDir,
    installation: installationIn(base),
    owner,
    media,
    client: (token) => clientOf(url, token),
    output: () => output.text,
    stop,
    start,
    remove: async () => {
      await clean();
      const told = secretsIn(url, output.text);
      if (told.length > 0) throw new Error(`the server's output contains secrets: ${told.join(', ')}`);
    },
  };
}
