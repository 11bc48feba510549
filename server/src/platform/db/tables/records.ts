import type { Generated } from 'kysely';
import type { JsonColumn, Later } from './columns.ts';

/** Recordings. */
export interface RecordTables {
  records: {
    id: string;
    space_id: string;
    room_id: string;
    call_id: string;
    name: string;
    layout: 'speaker' | 'grid';
    state: 'new' | 'recording' | 'processing' | 'finished' | 'aborted' | 'failed';
    node_id: string | null;
    started_by_user: Later<string>;
    started_by_participant: Later<string>;
    started_by_name: Later<string>;
    max_seconds: number;
    created_at: Date;
    started_at: Later<Date>;
    stopped_at: Later<Date>;
    stop_reason: Later<'person' | 'call_ended' | 'recorder' | 'recorder_lost'>;
    finished_at: Later<Date>;
    failure: Later<
      | 'recorder_busy'
      | 'no_picture'
      | 'recorder_lost'
      | 'media_lost'
      | 'disk_full'
      | 'room_deleted'
      | 'broken'
    >;
    duration: Later<number>;
    width: Later<number>;
    height: Later<number>;
    bytes: Later<string>;
    is_partial: Generated<boolean>;
    quality: JsonColumn<RecordQuality | null> | null;
    progress: Later<number>;
    files: JsonColumn<RecordFiles | null> | null;
    deleted_at: Later<Date>;
    files_removed_at: Later<Date>;
  };
  record_voices: {
    record_id: string;
    number: number;
    participant_id: string;
    external_user_id: string | null;
    name: string;
    offset_seconds: number;
    duration: number;
    bytes: string;
    key: string;
  };
}

/** What a recording lacks because its node was overloaded. */
export interface RecordQuality {
  lateTicks: number;
  missedAudioMs: number;
  lowestFps: number;
  lowestHeight: number;
}

/** Keys in the storage. */
export interface RecordFiles {
  video: string;
  poster?: string;
  preview?: string;
  speech?: string;
}
