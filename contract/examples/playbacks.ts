import { chatIds, ids, webUrl } from './ids.ts';
import { sampleEmailField } from './rooms.ts';

export const samplePlaybackSettings = {
  name: 'How to prepare for the exam',
  type: 'webinar',
  isPublic: true,
  isChatReplayed: true,
  isReplayAllowed: true,
  replayDays: 14,
  redirectUrl: 'https://school.example.org/exam/thanks',
} as const;

export const samplePlayback = {
  id: ids.playback,
  ...samplePlaybackSettings,
  spaceId: ids.space,
  alias: 'x4Rt8_Wq1Z',
  code: 'w7hrb3qnv',
  assetId: null,
  timelineId: ids.timeline,
  chatApplicationId: chatIds.app,
  readinessStatus: 'ready',
  readinessStatusChangedAt: '2026-03-18T09:12:44.018Z',
  readinessReason: null,
  readinessProgress: null,
  recordId: ids.record,
  posterUrl: `${webUrl}/files/dmlkZW9zLzY2NTBm?until=1774170000&signature=Yk3vTqLw9ZrNsPd5HgJf1A`,
  mediaUrl: `${webUrl}/files/cmVjb3Jkcy82NjUwZg?until=1774170000&signature=Rw7pXcKd2MzVbTn8LqHs4E`,
  duration: 3412,
  contentName: 'Exam preparation, 17 March',
  nextStartDate: '2026-03-23T18:00:00.000Z',
  runningSession: null,
  joinSettings: { fields: [sampleEmailField], customFields: [] },
  createdAt: '2026-03-18T09:10:02.655Z',
} as const;

export const sampleOffer = {
  type: 'offer',
  at: 1_260,
  until: 1_560,
  title: 'The full course',
  text: 'Twelve lessons, with a teacher who answers.',
  buttonText: 'See the course',
  url: 'https://school.example.org/courses/algebra',
} as const;
export const sampleTimelinePoll = {
  type: 'poll',
  at: 1_800,
  until: 1_890,
  question: 'Which exam do you take?',
  options: [
    { option: 'The basic one', valid: false },
    { option: 'The advanced one', valid: false },
  ],
  withAnswer: false,
  isOpenEnded: false,
  isSingleChoice: true,
  areResultsHidden: false,
} as const;

export const sampleTimeline = {
  id: ids.timeline,
  revision: 'zC1cVqRPrAnoEXC-JKdKvQ',
  items: [
    { id: ids.offer, ...sampleOffer },
    { id: ids.timelinePoll, ...sampleTimelinePoll, options: [...sampleTimelinePoll.options] },
  ],
} as const;

export const sampleOriginalMessage = {
  id: chatIds.question,
  at: 74.312,
  author: 'Anna Kowalska',
  displayName: 'Anna',
  text: 'Is the formula on page 12 the same?',
  isHidden: false,
} as const;
