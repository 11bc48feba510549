import { Playback as PlaybackSchema } from '../../../contract/operations/playbacks.ts';
import type { Answer } from '../../../contract/routes.ts';
import { timestamp } from '../platform/clock.ts';
import { presentFields } from '../platform/present.ts';
import type { WithRoom } from './change.ts';

export function presentPlayback({ room, playback }: WithRoom): Answer<'getPlayback'> {
  const { roomId: _, readiness, readinessChangedAt, duration, ...own } = playback;
  const { type, appId, joinFields, customFields, ...rest } = room;
  return {
    ...presentFields(PlaybackSchema, rest),
    ...presentFields(PlaybackSchema, own),
    // The database keeps rooms of the type lesson apart from playbacks.
    type: type === 'conference' ? type : 'webinar',
    chatApplicationId: appId,
    readinessStatus: readiness,
    readinessStatusChangedAt: timestamp(readinessChangedAt),
    duration: duration === null ? null : Math.round(duration),
    joinSettings: { fields: joinFields, customFields },
  };
}
