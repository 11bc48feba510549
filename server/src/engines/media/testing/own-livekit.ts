import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../../../testing/processes/ports.ts';
import { quietLog } from '../../../../testing/quiet-log.ts';
import { type EmbeddedLiveKit, type EmbeddedLiveKitOptions, startEmbeddedLiveKit } from '../embedded.ts';

const root = join(import.meta.dirname, '../../../../..');

/** The path at which setup installs LiveKit. */
const liveKitBinary = (): string => {
  const { version } = JSON.parse(readFileSync(join(root, 'engines/livekit/version.json'), 'utf8'));
  return join(root, '.cache/engines', `livekit-server-${version}`);
};

type OwnSettings = { settings: EmbeddedLiveKitOptions; remove: () => Promise<void> };

/** Settings for an engine of the test's own: a new folder and free ports. */
export const ownSettings = async (changes: Partial<EmbeddedLiveKitOptions> = {}): Promise<OwnSettings> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-livekit-'));
  const ports = await freePorts();
  const settings = {
    binary: liveKitBinary(),
    dataDir,
    port: ports.media,
    tcpPort: ports.mediaTcp,
    udpPort: ports.mediaUdp,
    nodeAddress: '127.0.0.1',
    webhookUrl: 'http://127.0.0.1:9/',
    log: quietLog,
    ...changes,
  };
  return { settings, remove: () => rm(dataDir, { recursive: true, force: true }) };
};

export const startOwnLiveKit = async (
  changes: Partial<EmbeddedLiveKitOptions>,
): Promise<{ livekit: EmbeddedLiveKit; remove: () => Promise<void> }> => {
  const { settings, remove } = await ownSettings(changes);
  return { livekit: await startEmbeddedLiveKit(settings), remove };
};
