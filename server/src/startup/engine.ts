import { engineIntakePath } from '../calls/intake.ts';
import type { Config } from '../config.ts';
import { startEmbeddedLiveKit } from '../engines/media/embedded.ts';
import { LiveKitEngine } from '../engines/media/livekit.ts';
import { chooseLiveKit } from '../engines/media/livekit-program.ts';
import type { MediaEngine } from '../engines/media/media.ts';
import type { TurnSettings } from '../engines/media/turn.ts';
import { Unstartable } from '../platform/errors.ts';
import type { Logger } from '../platform/logging/log.ts';

export interface StartedEngine {
  engine: MediaEngine;
  /** Whether we started it, so that it stops with us. */
  isOurs: boolean;
  /** Stops the embedded media server, if there is one. */
  stop(withinMs?: number): Promise<void>;
}

/** The program that is started, with a line in the log if PATH has another one than ours. */
async function binaryFor(config: Config, log: Logger): Promise<string> {
  const { file, version, isOurs, unsuitable } = await chooseLiveKit(config.root, config.path);
  if (!isOurs) log.info({ file, version }, 'starts the LiveKit server of PATH');
  if (unsuitable)
    log.warn(
      { ...unsuitable, ours: version },
      'ignored the livekit-server on PATH: it is not our version or a newer patch of it',
    );
  return file;
}

function turnSettingsOf(config: Config): TurnSettings | undefined {
  const { LECTERN_TURN_DOMAIN: domain, LECTERN_TURN_CERT_FILE: certFile } = config;
  const { LECTERN_TURN_TLS_PORT: tlsPort, LECTERN_TURN_KEY_FILE: keyFile } = config;
  return domain
    ? { domain, tlsPort, certificate: certFile && keyFile ? { certFile, keyFile } : undefined }
    : undefined;
}

/** Connects to the LiveKit of the settings, or starts the embedded one. */
export async function startEngine(
  config: Config,
  log: Logger,
  interrupted: AbortSignal,
): Promise<StartedEngine> {
  const { LIVEKIT_URL: address, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = config;
  if (address && apiKey && apiSecret) {
    const engine = new LiveKitEngine({ url: address.href, apiKey, apiSecret });
    if (!(await engine.health())) {
      throw new Unstartable(
        `The LiveKit server of LIVEKIT_URL (${address.host}) does not answer. Start it, or correct the address and its key.`,
      );
    }
    return { engine, isOurs: false, stop: async () => undefined };
  }
  const embedded = await startEmbeddedLiveKit({
    binary: await binaryFor(config, log),
    dataDir: config.LECTERN_DATA_DIR,
    port: config.LECTERN_MEDIA_PORT,
    tcpPort: config.LECTERN_MEDIA_TCP_PORT,
    udpPort: config.LECTERN_MEDIA_UDP_PORT,
    nodeAddress: config.LECTERN_MEDIA_ADDRESS,
    webhookUrl: `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${config.PORT}${engineIntakePath}`,
    relay: turnSettingsOf(config),
    interrupted,
    log,
  });
  const { url, apiKey: key, apiSecret: secret } = embedded;
  return {
    engine: new LiveKitEngine({ url, apiKey: key, apiSecret: secret }),
    isOurs: true,
    stop: embedded.stop,
  };
}
