import { AttemptLimits } from '../auth/auth.ts';
import type { CallParts } from '../calls/calls.ts';
import type { ChatParts } from '../chat/chat.ts';
import type { Config } from '../config.ts';
import type { MediaEngine } from '../engines/media/media.ts';
import type { RecorderEngine } from '../engines/recorder/recorder.ts';
import type { SocketEngine } from '../engines/socket/socket.ts';
import { FlyingReactions } from '../gestures/gestures.ts';
import type { PageErrorParts } from '../page-errors/routes.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Database } from '../platform/db/db.ts';
import { RateLimits } from '../platform/http/rate-limit.ts';
import type { Logger } from '../platform/log.ts';
import { createMailer, type Mailer } from '../platform/mail.ts';
import { type RecordParts, recordListeners } from '../records/records.ts';
import type { Metrics } from '../system/metrics.ts';
import type { Site } from '../system/site.ts';
import type { StartedFiles } from './files.ts';
import { callListenersOf } from './listeners.ts';

/** The parts from which the program is put together. */
export interface AppParts {
  config: Config;
  log: Logger;
  database: Database;
  engine: MediaEngine;
  socket: SocketEngine;
  files: StartedFiles;
  recorder: RecorderEngine;
  keyring: Keyring;
  /** Absent where the node serves no people. */
  site: Site | undefined;
  /** Does the media engine end with us, and every call with it? */
  engineEndsWithUs: boolean;
  /** Do other nodes serve people now, so that clients of this one can go to them? */
  hasOthers: () => Promise<boolean>;
}

function callPartsOf(
  { config, log, database: { db }, engine, socket }: AppParts,
  metrics: Metrics,
  records: RecordParts,
): CallParts {
  return {
    db,
    engine,
    log,
    graceSeconds: config.LECTERN_CALL_END_GRACE_SECONDS,
    listeners: callListenersOf({ socket }, metrics, recordListeners(records)),
  };
}

function recordPartsOf({ config, log, socket, files }: AppParts, metrics: Metrics): RecordParts {
  return {
    socket,
    log,
    files: files.store,
    minFreeBytes: config.LECTERN_MIN_FREE_DISK,
    maxMinutes: config.LECTERN_RECORD_MAX_MINUTES,
    count: (what) => metrics.recordings[what].inc(),
  };
}

/** Everything that stands behind the endpoints beside the database of each request. */
export interface Wiring {
  attempts: AttemptLimits;
  limits: RateLimits;
  /** Absent where the installation sends no mail. */
  mailer: Mailer | undefined;
  calls: CallParts;
  chat: ChatParts;
  records: RecordParts;
  reactions: FlyingReactions;
  countPageError: PageErrorParts['count'];
}

export function wire(parts: AppParts, metrics: Metrics): Wiring {
  const { config, log, database, socket, keyring } = parts;
  const { SMTP_URL: url, LECTERN_MAIL_FROM: from } = config;
  const attempts = new AttemptLimits(config.LECTERN_RATE_LIMIT_PER_MINUTE);
  const chat: ChatParts = {
    db: database.db,
    socket,
    keyring,
    webUrl: config.LECTERN_URL,
    messagesPer5Seconds: config.LECTERN_CHAT_MESSAGES_PER_5_SECONDS,
    attempts,
  };
  const records = recordPartsOf(parts, metrics);
  return {
    attempts,
    limits: new RateLimits({
      redisUrl: config.REDIS_URL,
      prefix: `lectern:${keyring.sign('request-limits', 'prefix').toString('hex').slice(0, 16)}`,
      log,
    }),
    mailer: url && from ? createMailer({ url, from, log }) : undefined,
    calls: callPartsOf(parts, metrics, records),
    chat,
    records,
    reactions: new FlyingReactions({ socket }),
    countPageError: ({ part, kind }) => metrics.pageErrors.inc({ part, kind }),
  };
}
