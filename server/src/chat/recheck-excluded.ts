import { announceSilentPages } from '../participants/participants.ts';
import { after, now, seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { JobDefinition } from '../platform/jobs/jobs.ts';
import { excludedSince, settleExcluded } from './channels/rights.store.ts';
import type { ChatParts } from './parts.ts';
import { publishWaitingCount } from './people/notices.ts';

/** Longer than the pause between two checks: a slow commit stores an earlier time. */
const lookBackSeconds = 20;

/**
 * Rechecks excluded people on every node. The socket is notified of an exclusion after its commit; if the server dies
 * in between, their connections to other nodes would stay.
 */
export function recheckExcludedJob({ db, socket }: Pick<ChatParts, 'db' | 'socket'>): JobDefinition {
  let lastLook = now();
  const publishCount = (of: Db, roomId: string) => publishWaitingCount({ socket }, of, roomId);
  return {
    everyMs: seconds(2),
    run: async () => {
      const excluded = await excludedSince(db, after(-seconds(lookBackSeconds)));
      if (excluded.length > 0) socket.recheck(await settleExcluded(db, excluded));
      lastLook = await announceSilentPages(db, [publishCount], lastLook);
    },
  };
}
