import type { Answer, Body } from '../routes.ts';
import { chatIds, ids, listOf, webUrl } from './ids.ts';
import { emailField } from './rooms.ts';

const settings = {
  name: 'How to prepare for the exam',
  type: 'webinar',
  isPublic: true,
  isChatReplayed: true,
  isReplayAllowed: true,
  replayDays: 14,
  redirectUrl: 'https://school.example.org/exam/thanks',
} as const;

const Playback = {
  id: ids.playback,
  ...settings,
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
  joinSettings: { fields: [emailField], customFields: [] },
  createdAt: '2026-03-18T09:10:02.655Z',
} satisfies Answer<'getPlayback'>;

const offer = {
  type: 'offer',
  at: 1_260,
  until: 1_560,
  title: 'The full course',
  text: 'Twelve lessons, with a teacher who answers.',
  buttonText: 'See the course',
  url: 'https://school.example.org/courses/algebra',
} as const;
const timelinePoll = {
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

const Timeline = {
  id: ids.timeline,
  revision: 'zC1cVqRPrAnoEXC-JKdKvQ',
  items: [
    { id: ids.offer, ...offer },
    { id: ids.timelinePoll, ...timelinePoll, options: [...timelinePoll.options] },
  ],
} satisfies Answer<'getTimeline'>;

const OriginalMessage = {
  id: chatIds.question,
  at: 74.312,
  author: 'Anna Kowalska',
  displayName: 'Anna',
  text: 'Is the formula on page 12 the same?',
  isHidden: false,
} satisfies Answer<'getOriginalChat'>['items'][number];

/** Automatic webinars. */
export const playbackModels = {
  Playback,
  PlaybackList: listOf(Playback),
  CreatePlaybackRequest: { ...settings, joinSettingsFields: [emailField] } satisfies Body<'createPlayback'>,
  UpdatePlaybackRequest: { recordId: ids.record, isReplayAllowed: true } satisfies Body<'updatePlayback'>,
  Timeline,
  UpdateTimelineRequest: {
    items: [
      { id: ids.offer, ...offer },
      { ...timelinePoll, options: [...timelinePoll.options] },
    ],
    ifRevision: 'zC1cVqRPrAnoEXC-JKdKvQ',
  } satisfies Body<'updateTimeline'>,
  OriginalMessageList: listOf(OriginalMessage),
  UpdateOriginalChatRequest: {
    items: [{ id: chatIds.question, displayName: 'Anna' }],
  } satisfies Body<'updateOriginalChat'>,
};

export const playbackParameters = { playbackId: ids.playback, 'listPlaybacks.search': 'exam' };
