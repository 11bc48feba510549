import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

/** The migrations that `revertLastMigrations` reverts, oldest first. */
export const lastMigrations = [
  '0015_key_proof.sql',
  '0016_standing.sql',
  '0018_reports.sql',
  '0019_attendance_email.sql',
  '0020_webhook_events.sql',
  '0021_activity_reports.sql',
  '0022_call_chat.sql',
  '0023_queued_emails.sql',
  '0024_deleted_polls.sql',
  '0025_erased_index.sql',
  '0026_playbacks.sql',
  '0027_videos.sql',
  '0028_assets.sql',
  '0029_playback_events.sql',
  '0030_viewings.sql',
  '0031_playback_chat.sql',
  '0033_reminders.sql',
  '0034_standing_of_viewers.sql',
  '0038_ended_sessions.sql',
  '0039_viewer_polls.sql',
  '0040_transcription.sql',
  '0041_small_quality.sql',
  '0045_last_backup.sql',
  '0046_erased_voices.sql',
  '0047_refused_chunks.sql',
  '0050_account_deletion.sql',
  '0051_webhooks_of_a_group.sql',
  '0053_link_names.sql',
  '0054_room_codes.sql',
  '0056_identities.sql',
  '0058_draining.sql',
  '0060_opening.sql',
  '0063_reactions.sql',
  '0064_given_roles.sql',
  '0067_poll_rules.sql',
  '0068_hands_of_the_absent.tolerated.sql',
  '0070_recordings_for_attendees.tolerated.sql',
  '0071_bounded_reads.sql',
  '0074_deleted_groups.sql',
  '0075_speech_engines.tolerated.sql',
  '0076_job_runs.tolerated.sql',
  '0077_views.sql',
  '0078_languages.tolerated.sql',
  '0079_earlier_chat.sql',
  '0080_current_rooms.tolerated.sql',
  '0082_links_bound_in_the_call.tolerated.sql',
  '0083_waiting_message.tolerated.sql',
  '0084_call_timer.tolerated.sql',
  '0086_record_links.tolerated.sql',
  '0087_votes_of_moderators.tolerated.sql',
  '0088_feedback.tolerated.sql',
  '0089_session_questions.tolerated.sql',
  '0090_tokens.sql',
  '0091_bigbluebutton.tolerated.sql',
  '0093_audit.tolerated.sql',
  '0094_sample_calls.tolerated.sql',
  '0095_bbb_deliveries.tolerated.sql',
  '0096_bbb_text_tracks.tolerated.sql',
  '0097_brand.tolerated.sql',
  '0098_bbb_live_meetings.tolerated.sql',
  '0100_disabled_features.tolerated.sql',
  '0101_bbb_parameters.tolerated.sql',
  '0102_bbb_hooks.tolerated.sql',
  '0103_bbb_joined_people.tolerated.sql',
  '0104_bbb_kept_unpublished.tolerated.sql',
  '0105_room_stages.tolerated.sql',
  '0106_documents.tolerated.sql',
  '0107_boards.tolerated.sql',
  '0108_shown_documents.tolerated.sql',
  '0109_record_chapters.tolerated.sql',
] as const;

async function dropViews(db: Db): Promise<void> {
  const { rows } = await sql<{ object: string }>`SELECT object FROM views ORDER BY position DESC`.execute(db);
  for (const { object } of rows) await sql.raw(`DROP ${object}`).execute(db);
  await sql`DELETE FROM views`.execute(db);
}

async function revertHiddenGroupsAndBoundedReads(db: Db): Promise<void> {
  await sql`ALTER TABLE all_spaces RENAME TO spaces`.execute(db);
  await sql`
    ALTER TABLE spaces DROP COLUMN deleting_at, ALTER COLUMN owner_id SET NOT NULL,
      DROP CONSTRAINT spaces_owner_id_fkey,
      ADD CONSTRAINT spaces_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users (id)`.execute(db);
  await sql`DROP INDEX access_links_erased, rooms_public, idempotency_keys_holder, idempotency_keys_ids`.execute(
    db,
  );
  await sql`DROP FUNCTION ids_in, query_of_group, lexemes_of_group`.execute(db);
}

async function revertBrands(db: Db): Promise<void> {
  await sql`DROP TABLE space_logos`.execute(db);
  await sql`ALTER TABLE spaces DROP COLUMN color`.execute(db);
}

async function revertTokensAndNewTables(db: Db): Promise<void> {
  await revertBrands(db);
  await sql`DROP TRIGGER record_deleted_with_chapters ON records`.execute(db);
  await sql`DROP FUNCTION delete_chapters_of_record`.execute(db);
  await sql`DROP TABLE bbb_joined_people, bbb_presenters, bbb_sources, bbb_hook_events, bbb_delivery_attempts, bbb_deliveries, bbb_hooks, bbb_text_tracks, bbb_logos, bbb_recordings, bbb_joins, bbb_meetings, bbb_default_space, bbb_servers`.execute(
    db,
  );
  await sql`ALTER TABLE access_links DROP COLUMN waits_for_admission`.execute(db);
  await sql`DROP TABLE drawing_grants, board_elements, boards, document_contents, document_pages, documents`.execute(
    db,
  );
  await sql`DROP TABLE room_stages, audit_entries, record_chapters, record_links, feedback, session_questions`.execute(
    db,
  );
  await sql`ALTER TABLE webhook_deliveries DROP COLUMN is_sample`.execute(db);
  await sql`DELETE FROM users WHERE service_space_id IS NOT NULL`.execute(db);
  await sql`ALTER TABLE users DROP COLUMN service_space_id`.execute(db);
  await sql`ALTER TABLE space_members DROP COLUMN is_service`.execute(db);
  await sql`
    ALTER TABLE personal_tokens DROP COLUMN scopes, DROP COLUMN expires_at, DROP COLUMN created_by`.execute(
    db,
  );
}

/** Restores the tables of the version before. */
export async function revertLastMigrations(db: Db): Promise<void> {
  await dropViews(db);
  await revertHiddenGroupsAndBoundedReads(db);
  await revertTokensAndNewTables(db);
  await sql`DROP INDEX calls_running, rooms_opening, chat_members_muted`.execute(db);
  await sql`
    ALTER TABLE calls DROP COLUMN waiting_message, DROP COLUMN timer_started_at, DROP COLUMN timer_ends_at,
      DROP COLUMN is_sample`.execute(db);
  await sql`ALTER TABLE chat_poll_votes DROP COLUMN by_moderator`.execute(db);
  await sql`ALTER TABLE chat_channels DROP COLUMN recoverable_after`.execute(db);
  await sql`ALTER TABLE rooms DROP COLUMN earlier_chat_audience, DROP COLUMN disabled_features`.execute(db);
  await sql`ALTER TABLE records DROP COLUMN is_watching_allowed, DROP COLUMN is_sample`.execute(db);
  await sql`ALTER TABLE queued_emails DROP COLUMN record_id`.execute(db);
  await sql`ALTER TABLE hands DROP COLUMN left_at`.execute(db);
  await sql`
    ALTER TABLE chat_polls DROP COLUMN is_single_choice, DROP COLUMN are_results_hidden, DROP COLUMN position`.execute(
    db,
  );
  await sql`UPDATE rooms SET flags = flags - 'isReactingAllowed' - 'isMutedOnEntry'`.execute(db);
  await sql`ALTER TABLE rooms DROP COLUMN opens_with, DROP COLUMN opens_at, DROP COLUMN closes_at`.execute(
    db,
  );
  await sql`ALTER TABLE rooms DROP COLUMN code`.execute(db);
  await sql`DROP FUNCTION room_code`.execute(db);
  await sql`ALTER TABLE access_links DROP COLUMN is_name_asked`.execute(db);
  await sql`ALTER TABLE record_voices DROP COLUMN erased_at, DROP COLUMN file_removed_at`.execute(db);
  await sql`DROP INDEX webhooks_space, webhooks_space_id_key`.execute(db);
  await sql`
    ALTER TABLE webhooks DROP COLUMN is_first, DROP COLUMN skipped_events,
      ADD CONSTRAINT webhooks_space_id_key UNIQUE (space_id)`.execute(db);
  await sql`DROP TABLE account_deletions`.execute(db);
  await sql`DROP TABLE claimed_memberships, provider_sessions, provider_flows, identities`.execute(db);
  await sql`ALTER TABLE users DROP COLUMN email_verified_at, ALTER COLUMN password_hash SET NOT NULL`.execute(
    db,
  );
  await sql`ALTER TABLE installation DROP COLUMN last_backup_at`.execute(db);
  await sql`DROP TRIGGER record_deleted ON records`.execute(db);
  await sql`DROP FUNCTION delete_transcript_of_record`.execute(db);
  await sql`DROP TABLE searched_segments, transcript_segments, transcript_chunks, transcripts`.execute(db);
  await sql`DROP FUNCTION index_segment`.execute(db);
  await sql`ALTER TABLE rooms DROP COLUMN transcription_language`.execute(db);
  await sql`UPDATE rooms SET flags = flags - 'isTranscriptionAllowed'`.execute(db);
  await sql`DROP TABLE original_messages, offer_clicks, session_replays, session_items, timeline_items`.execute(
    db,
  );
  await sql`ALTER TABLE chat_messages DROP COLUMN copy_of`.execute(db);
  await sql`DROP INDEX chat_channels_room`.execute(db);
  await sql`ALTER TABLE chat_channels DROP COLUMN session_id, ADD UNIQUE (room_id)`.execute(db);
  await sql`ALTER TABLE participants DROP COLUMN role_before, DROP COLUMN is_name_given`.execute(db);
  await sql`DROP TABLE watch_intervals, viewings`.execute(db);
  await sql`DROP TABLE playback_sessions, playback_events`.execute(db);
  await sql`DROP TABLE video_renditions, videos`.execute(db);
  await sql`DROP TABLE playbacks`.execute(db);
  await sql`DROP INDEX participants_removed_from`.execute(db);
  await sql`
    ALTER TABLE rooms DROP CONSTRAINT rooms_type_of_kind, DROP CONSTRAINT rooms_type_check, DROP COLUMN kind,
      ADD CONSTRAINT rooms_type_check CHECK (type IN ('lesson', 'webinar'))`.execute(db);
  await sql`CREATE INDEX rooms_space ON rooms (space_id, id)`.execute(db);
  await sql`DROP TABLE asset_pieces, assets`.execute(db);
  await sql`ALTER TABLE visits DROP COLUMN activity_number`.execute(db);
  await sql`ALTER TABLE activity_intervals DROP COLUMN ends_with_visit, ADD COLUMN seen_at timestamptz`.execute(
    db,
  );
  await sql`ALTER TABLE webhooks DROP COLUMN events`.execute(db);
  await sql`DROP TABLE queued_emails, reminders, job_runs`.execute(db);
  await sql`ALTER TABLE users DROP COLUMN language`.execute(db);
  await sql`ALTER TABLE rooms DROP COLUMN attendance_rule, DROP COLUMN attendance_email`.execute(db);
  await sql`ALTER TABLE chat_polls DROP COLUMN started_at, DROP COLUMN deleted_at, DROP COLUMN is_personal`.execute(
    db,
  );
  await sql`DROP INDEX chat_messages_time`.execute(db);
  await sql`DROP INDEX calls_space_started`.execute(db);
  await sql`ALTER TABLE access_links DROP COLUMN erased_at`.execute(db);
  await sql`ALTER TABLE participants DROP COLUMN erased_at`.execute(db);
  await sql`ALTER TABLE nodes DROP COLUMN name, DROP COLUMN settings, DROP COLUMN speech, DROP COLUMN draining_at`.execute(
    db,
  );
  await sql`ALTER TABLE installation DROP COLUMN key_proof`.execute(db);
  await sql`DELETE FROM migrations WHERE name = ANY (${[...lastMigrations]})`.execute(db);
}

export async function hasLastMigrations(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM migrations WHERE name = ANY (${[...lastMigrations]})`.execute(db);
  return rows.length > 0;
}
