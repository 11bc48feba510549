import { ensureRoomChannel, postMessage } from '../../chat/chat.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { Call } from '../calls.ts';
import { noteMessage } from '../hooks/events.ts';
import type { BbbParts } from '../parts.ts';
import { fail } from '../request/failures.ts';
import type { Parameters } from '../request/query.ts';
import { trimmed } from '../request/values.ts';
import { liveIn } from './info.ts';
import { countIn } from './people.store.ts';
import { holdLive, type Meeting } from './store.ts';

const longestMessage = 500;
const longestName = 255;
const usualName = 'System';

/** A text that is not cut: a message of which a part is missing would say something else. */
function textIn(parameters: Parameters, name: string, longest: number): string | undefined {
  const text = trimmed(parameters, name);
  return text !== undefined && [...text].length > longest ? fail('validationError') : text;
}

/** The meeting is live, and somebody is in it who reads the message. */
async function checkRead(trx: Db, { id, roomId }: Meeting): Promise<void> {
  if (!(await holdLive(trx, id)) || (await countIn(trx, roomId)) === 0) fail('notFound');
}

/** Posts a message of a program in the chat of a call. Nobody wrote it: `meta` says whose it is. */
export const sendChatMessageCall = (parts: BbbParts): Call => ({
  methods: ['GET', 'POST'],
  run: async (asked) => {
    const text = textIn(asked.parameters, 'message', longestMessage) ?? fail('missingParamMessage');
    const author = textIn(asked.parameters, 'userName', longestName) ?? usualName;
    const meeting = await liveIn(parts, asked);
    await inTransaction(parts.db, async (trx) => {
      const channelId = await ensureRoomChannel(trx, meeting.roomId);
      const { id } = await postMessage(parts, trx, {
        ...{ channelId, type: 'user', userId: null, text, meta: { outside: true, author } },
        // The channel is locked before the meeting, as by its end.
        check: () => checkRead(trx, meeting),
      });
      await noteMessage(trx, { channelId, id });
    });
    return [
      ['messageKey', ''],
      ['message', ''],
    ];
  },
});
