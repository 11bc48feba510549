import type { Call } from './calls.ts';
import { sendChatMessageCall } from './meetings/chat.ts';
import { insertDocumentCall } from './meetings/content.ts';
import { createCall } from './meetings/create.ts';
import { endCall } from './meetings/end.ts';
import { infoCalls } from './meetings/info.ts';
import { joinMeetingCall } from './meetings/join.ts';
import type { BbbParts } from './parts.ts';
import { recordingCalls } from './recordings/calls.ts';
import { trackCalls } from './recordings/tracks/calls.ts';
import { fail } from './request/failures.ts';

/** Calls of BigBlueButton that are known and not done here. */
const notImplemented = [...['hooks/create', 'hooks/list', 'hooks/destroy']];

const refusing: Call = { methods: ['GET', 'POST'], run: async () => fail('notImplemented') };

/** Every call by the last part of its path. Others are unsupported. */
export const knownCalls = (parts: BbbParts): ReadonlyMap<string, Call> =>
  new Map<string, Call>([
    ...notImplemented.map((name) => [name, refusing] as const),
    ['create', createCall(parts)],
    ['join', joinMeetingCall(parts)],
    ['end', endCall(parts)],
    ['insertDocument', insertDocumentCall(parts)],
    ['sendChatMessage', sendChatMessageCall(parts)],
    ...infoCalls(parts),
    ...Object.entries({ ...recordingCalls(parts), ...trackCalls(parts) }),
  ]);
