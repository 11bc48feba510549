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
  assetId: null,
  timelineId: ids.timeline,
  chatApplicationId: chatIds.app,
  readinessStatus: 'ready',
  readinessStatusChangedAt: '2026-03-18T09:12:44.018Z',
  readinessReason: null,
  readinessProgress: null,
  recordId: ids.record,
  posterUrl: `${webUrl}/files/dmlkZW9zLzY2NTBm?until=1774170000&signature=Yk3vTqLw9ZrNsPd5HgJf1A`,
  duration: 3412,
  joinSettings: { fields: [emailField], customFields: [] },
  createdAt: '2026-03-18T09:10:02.655Z',
} satisfies Answer<'getPlayback'>;

/** Automatic webinars. */
export const playbackModels = {
  Playback,
  PlaybackList: listOf(Playback),
  CreatePlaybackRequest: { ...settings, joinSettingsFields: [emailField] } satisfies Body<'createPlayback'>,
  UpdatePlaybackRequest: { recordId: ids.record, isReplayAllowed: true } satisfies Body<'updatePlayback'>,
};

export const playbackParameters = { playbackId: ids.playback, 'listPlaybacks.search': 'exam' };
