import { type Column, commonFigures, plainColumn } from '../formats/columns.ts';
import type { RowHead } from './report.ts';

const ofCall = plainColumn<RowHead>;

/** The figures of a person of a call. */
export const figuresOfCall: Column<RowHead>[] = [
  ...commonFigures.online,
  ofCall('activeMicrophoneDuration', 'Microphone on', 'duration'),
  ofCall('activeCameraDuration', 'Camera on', 'duration'),
  ofCall('screenSharingDuration', 'Screen sharing', 'duration'),
  ofCall('speakingDuration', 'Speaking', 'duration'),
  commonFigures.chatMessages,
  ofCall('reactionsCount', 'Reactions', 'number'),
  ofCall('handRaisesCount', 'Hand raises', 'number'),
  commonFigures.pollAnswers,
];
