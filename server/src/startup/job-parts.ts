import type pg from 'pg';
import type { AssetParts } from '../assets/assets.ts';
import type { CallParts } from '../calls/calls.ts';
import type { ChatListeners } from '../chat/chat.ts';
import type { Config } from '../config.ts';
import type { MediaEngine } from '../engines/media/media.ts';
import type { RecorderEngine } from '../engines/recorder/recorder.ts';
import type { SocketEngine } from '../engines/socket/socket.ts';
import type { SpeechCheck, SpeechEngine, VoiceCutter } from '../engines/speech/speech.ts';
import type { DeletionParts } from '../people/people.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import type { DiskSpace } from '../platform/disk/space.ts';
import type { Cidr } from '../platform/http/networks.ts';
import type { areaLogsOf } from '../platform/logging/levels.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { Mailer } from '../platform/mail/mail.ts';
import type { PlaybackViewers } from '../playbacks/playbacks.ts';
import type { RecordParts } from '../records/records.ts';
import type { SpaceDeletion } from '../spaces/spaces.ts';
import type { Metrics } from '../system/metrics.ts';
import type { VideoListeners } from '../videos/videos.ts';
import type { StartedFiles } from './files.ts';

/** The parts of the server that background jobs use. */
export interface JobParts {
  config: Config;
  /** The id of this node. */
  node: string;
  db: Db;
  pool: pg.Pool;
  log: Logger;
  logs: ReturnType<typeof areaLogsOf>;
  metrics: Pick<Metrics, 'registry' | 'countAttempt'>;
  keyring: Keyring;
  webUrl: URL;
  allowedNetworks: Cidr[];
  /** Undefined: the installation sends no mail. */
  mailer: Mailer | undefined;
  engine: MediaEngine;
  socket: SocketEngine;
  files: Pick<StartedFiles, 'store'>;
  recorder: RecorderEngine;
  space: DiskSpace;
  /** Undefined: recordings are not transcribed. */
  speech: SpeechEngine | undefined;
  speechCheck: SpeechCheck | undefined;
  cutter: VoiceCutter;
  calls: CallParts;
  records: RecordParts;
  assets: AssetParts;
  watching: PlaybackViewers;
  onChat: ChatListeners;
  onVideos: VideoListeners;
  accountDeletion: DeletionParts;
  spaceDeletion: SpaceDeletion;
}
