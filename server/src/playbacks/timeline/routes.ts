import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { playbackInPath } from '../access.ts';
import { readOriginalChat, updateOriginalChat } from './original-chat.ts';
import { readTimeline, updateTimeline } from './timeline.ts';

/** Endpoints to prepare what sessions show: the timeline, and the chat of the recorded call. */
export const timelineEndpoints = (): Endpoint[] => [
  endpoint('getTimeline', {
    access: playbackInPath,
    handle: ({ db, access: { playback } }) => readTimeline(db, playback),
  }),
  endpoint('updateTimeline', {
    access: playbackInPath,
    handle: ({ db, access: { playback }, body }) => updateTimeline(db, playback, body),
  }),
  endpoint('getOriginalChat', {
    access: playbackInPath,
    handle: ({ db, access: { playback }, query }) => readOriginalChat(db, playback.roomId, query),
  }),
  endpoint('updateOriginalChat', {
    access: playbackInPath,
    handle: ({ db, access: { playback }, body }) => updateOriginalChat(db, playback.roomId, body),
  }),
];
