import type { Call } from './calls.ts';
import { hookCalls } from './hooks/calls.ts';
import { sendChatMessageCall } from './meetings/chat.ts';
import { insertDocumentCall } from './meetings/content.ts';
import { createCall } from './meetings/create.ts';
import { endCall } from './meetings/end.ts';
import { infoCalls } from './meetings/info.ts';
import { joinMeetingCall } from './meetings/join.ts';
import type { BbbParts } from './parts.ts';
import { recordingCalls } from './recordings/calls.ts';
import { trackCalls } from './recordings/tracks/calls.ts';

/** Every call by the last part of its path. Others are unsupported. */
export const knownCalls = (parts: BbbParts): ReadonlyMap<string, Call> =>
  new Map<string, Call>([
    ['create', createCall(parts)],
    ['join', joinMeetingCall(parts)],
    ['end', endCall(parts)],
    ['insertDocument', insertDocumentCall(parts)],
    ['sendChatMessage', sendChatMessageCall(parts)],
    ...infoCalls(parts),
    ...Object.entries({ ...recordingCalls(parts), ...trackCalls(parts), ...hookCalls(parts) }),
  ]);
