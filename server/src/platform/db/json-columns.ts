import type { ColumnType } from 'kysely';
import type { Static } from 'typebox';
import type * as rooms from '../../../../contract/operations/rooms.ts';
import type * as transcription from '../../../../contract/operations/transcription.ts';

/** The driver would write an array as a PostgreSQL array, so JSON arrays are passed as text. */
type Written<T> = T extends unknown[] ? string : T | string;
export type JsonColumn<T> = ColumnType<T, Written<T>, Written<T>>;

/** The driver reads a bigint as text. */
export type Int8 = ColumnType<string, bigint | number | string, bigint | number | string>;

/** A column with a default value, which an INSERT may leave out. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;

export type { RoomFlag } from '../../../../contract/operations/rooms.ts';
export type JoinField = Static<typeof rooms.JoinField>;
export type AttendanceRule = Static<typeof rooms.AttendanceRule>;
export type CustomJoinField = Static<typeof rooms.CustomJoinField>;

/** The parts that a recording lacks because its node was overloaded. */
export interface RecordQuality {
  lateTicks: number;
  missedAudioMs: number;
  lowestFps: number;
  lowestHeight: number;
}

/** Keys in the file storage. */
export interface RecordFiles {
  video: string;
  poster?: string;
  preview?: string;
  speech?: string;
  layout?: string;
}

export type TranscriptWord = Static<typeof transcription.TranscriptWord>;

/** A sentence that the engine heard, with seconds of the voice's file. */
export interface StoredSentence {
  start: number;
  end: number;
  text: string;
  confidence: number | null;
  words: TranscriptWord[];
}

/** The summary of a transcript, with seconds of the recording. */
export interface StoredSummary {
  kind: 'highlights' | 'model';
  text: string;
  sections: Static<typeof transcription.SummarySection>[];
  lines: Static<typeof transcription.SummaryLine>[];
  tasks: Static<typeof transcription.SummaryTask>[];
}

/** The parameters of a meeting of BigBlueButton that have an effect after `create`. */
export interface MeetingSettings {
  voiceBridge: string;
  dialNumber: string;
  /** 0: no limit. */
  maxParticipants: number;
  /** In minutes; 0: no limit. */
  duration: number;
  isRecorded: boolean;
  /** The recording starts when the first person is in. */
  isRecordingStarted: boolean;
  /** Nobody starts or stops the recording. Older meetings lack it. */
  isRecordingFixed?: boolean;
  guestPolicy: 'ALWAYS_ACCEPT' | 'ASK_MODERATOR' | 'ALWAYS_DENY' | 'ALWAYS_ACCEPT_AUTH';
  logoutUrl: string | null;
  meetingEndedUrl: string | null;
  /** HTML, as the client sent it; reduced when it is shown. Meetings of older versions lack these. */
  welcome?: string | undefined;
  moderatorMessage?: string | undefined;
  loginUrl?: string | undefined;
  bannerText?: string | undefined;
  bannerColor?: string | undefined;
  /** The address of a picture. */
  logo?: string | undefined;
}

/** An event for hooks of BigBlueButton, by ids: names and texts are read when it is sent. */
export interface HookEventContent {
  /** The person whom it is about. */
  participantId?: string;
  /** Attributes of this person that belong to the event. */
  user?: Record<string, string | boolean>;
  /** The person in the chat whom it is about. */
  chatUserId?: string;
  messageId?: string;
  pollId?: string;
  /** The options of a vote. */
  optionIds?: string[];
  /** Whether a recording was made. */
  isSuccess?: boolean;
}
