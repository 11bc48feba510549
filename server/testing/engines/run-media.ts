import type { LiveKitSettings } from '../../src/engines/media/livekit.ts';

/** The LiveKit that all tests of the run share; servers register for its webhooks (`webhook-fan-out.ts`). */
export interface RunLiveKit {
  settings: { LIVEKIT_URL: string; LIVEKIT_API_KEY: string; LIVEKIT_API_SECRET: string };
  fanOutUrl: string;
}

export const liveKitSettingsOf = ({ url, apiKey, apiSecret }: LiveKitSettings): RunLiveKit['settings'] => ({
  LIVEKIT_URL: url,
  LIVEKIT_API_KEY: apiKey,
  LIVEKIT_API_SECRET: apiSecret,
});

export interface RunMedia {
  settings: Record<string, string>;
  /** Unregisters this server. */
  remove(): Promise<void>;
}

/** Registers the server on this port for webhooks. Undefined without the run's LiveKit (`serve-run.ts`). */
export async function joinRunMedia(httpPort: number): Promise<RunMedia | undefined> {
  const { LECTERN_TEST_LIVEKIT: given } = process.env;
  if (!given) return undefined;
  const { settings, fanOutUrl }: RunLiveKit = JSON.parse(given);
  const target = new URL('targets', fanOutUrl);
  target.searchParams.set('url', `http://127.0.0.1:${httpPort}`);
  const tell = async (method: 'PUT' | 'DELETE') => {
    const response = await fetch(target, { method });
    await response.body?.cancel();
  };
  await tell('PUT');
  return { settings, remove: () => tell('DELETE') };
}
