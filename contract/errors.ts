import type { TokenScope } from './permissions/token-scopes.ts';

/**
 * All error codes (decisions.md, section 1): the `code` of an error body is one of these. `docs/errors.md` is
 * generated from this table, and a test compares the two.
 */
export const errors = {
  body_unreadable: { status: 400, message: 'The body is not readable JSON.' },
  invalid_client: { status: 401, message: 'The client id or the client secret is wrong.' },
  wrong_password: { status: 401, message: 'The name or the password is wrong.' },
  invalid_grant: { status: 400, message: 'Invalid credentials' },
  invalid_request: { status: 400, message: 'The token request lacks a parameter or repeats one.' },
  unsupported_grant_type: { status: 400, message: 'This grant_type is not supported.' },
  unauthorized: {
    status: 401,
    message: 'A valid access token is needed: send Authorization: Bearer <token>.',
  },
  provider_sign_in_failed: {
    status: 401,
    message: 'The sign-in by the provider could not be verified; try again.',
  },
  sign_in_failed: { status: 401, message: 'The email address or the password is wrong.' },
  forbidden: { status: 403, message: 'This credential does not permit this operation.' },
  scope_missing: {
    status: 403,
    message: 'This token lacks the scope that the operation needs; scope names it.',
  },
  group_token: {
    status: 403,
    message: 'A token of a group acts in its group only; this operation is for accounts of people.',
  },
  foreign_origin: {
    status: 403,
    message: 'A request with cookies needs an Origin header that names this installation.',
  },
  account_disabled: { status: 403, message: 'This account is disabled; ask the operator.' },
  provider_refused: { status: 403, message: 'The provider did not sign you in.' },
  provider_email_unverified: {
    status: 403,
    message:
      'The provider states no verified email address, so no account is found or created by it; sign in with your password and link the provider in your profile.',
  },
  sign_in_again: {
    status: 403,
    message: 'Sign in again first: an account without a password sets one within 10 minutes of a sign-in.',
  },
  registration_by_invite: { status: 403, message: 'Accounts are created by invitation only.' },
  user_creation_not_allowed: {
    status: 403,
    message: 'The operator has not allowed this account to create users.',
  },
  plan_required: { status: 403, message: 'The plan of this account does not include this feature.' },
  transcription_unavailable: {
    status: 403,
    message: 'Transcription is not available here; ask the operator.',
  },
  record_not_allowed: { status: 403, message: 'Recording is off in this room.' },
  file_link_invalid: { status: 403, message: 'This link to a file has expired or was altered.' },
  removed_from_call: { status: 403, message: 'A moderator removed you.' },
  entry_refused: { status: 403, message: 'A moderator did not admit you to this call.' },
  not_joined: { status: 403, message: 'Join the channel first.' },
  muted: { status: 403, message: 'A moderator has muted you in this channel.' },
  chat_off: { status: 403, message: 'The chat is off.' },
  playlist_link_invalid: {
    status: 403,
    message: 'This playlist has expired, was altered, or is no longer for this viewer.',
  },
  replay_not_allowed: { status: 403, message: 'This session cannot be watched again.' },
  hands_off: { status: 403, message: 'Hands cannot be raised in this room.' },
  polls_off: { status: 403, message: 'Polls are off in this room.' },
  drawing_off: { status: 403, message: 'You may not draw on this board.' },
  board_locked: { status: 403, message: 'Only moderators draw on this board now.' },
  foreign_element: {
    status: 403,
    message: 'Only its author and moderators change what is drawn.',
  },
  reactions_off: { status: 403, message: 'Reactions are off in this room.' },
  edit_time_over: { status: 403, message: 'A message can be changed for 15 minutes only.' },
  registration_off: { status: 403, message: 'This chat does not allow people to sign up.' },
  not_found: { status: 404, message: 'There is nothing here, or you may not see it.' },
  method_not_allowed: { status: 405, message: 'This path does not support that method.' },
  request_timeout: {
    status: 408,
    message: 'The request took too long to arrive; send its headers and body without long pauses.',
  },
  email_taken: { status: 409, message: 'An account with this email address exists already.' },
  spaces_owned: {
    status: 409,
    message: 'This account owns groups; spaces names them. Transfer or delete each of them.',
  },
  last_account: {
    status: 409,
    message: 'No other account is enabled here; create or enable one first.',
  },
  provider_off: { status: 409, message: 'This installation has no sign-in by a provider.' },
  link_needed: {
    status: 409,
    message:
      'An account with this email address exists; sign in with its password and link the provider in your profile.',
  },
  identity_taken: {
    status: 409,
    message: 'Another account here is linked with that account of the provider.',
  },
  identity_linked: {
    status: 409,
    message: 'Your account is linked with an account of the provider already; unlink it first.',
  },
  password_missing: { status: 409, message: 'This account has no password; set one first.' },
  mail_off: { status: 409, message: 'This installation sends no email; ask the operator.' },
  role_held: { status: 409, message: 'You already have this role or a higher one.' },
  owner_stays: { status: 409, message: "The owner's role cannot be changed or taken away." },
  too_many_tokens: { status: 409, message: 'This group has 100 tokens; revoke one first.' },
  webhook_exists: { status: 409, message: 'This group has a webhook already; change or delete it.' },
  bigbluebutton_exists: {
    status: 409,
    message: 'This group offers the API of BigBlueButton already; change or delete it.',
  },
  too_many_webhooks: { status: 409, message: 'This group has 10 webhooks; delete one first.' },
  webhook_blocked: { status: 409, message: 'This webhook is off; turn it on first.' },
  call_not_active: { status: 409, message: 'There is no call in this room now.' },
  call_active: {
    status: 409,
    message: 'A call is running in this room; make the sample call after it, or in another room.',
  },
  screen_not_shared: { status: 409, message: 'This person is not sharing a screen now.' },
  timer_not_running: { status: 409, message: 'No timer is running in this room.' },
  record_active: { status: 409, message: 'A recording is running already; recordId names it.' },
  record_not_active: { status: 409, message: 'No recording is running in this room.' },
  report_not_ready: {
    status: 409,
    message:
      'The call or session is not over. The report of a running one so far is available with provisional=true.',
  },
  session_not_running: { status: 409, message: 'This session is not running now.' },
  too_many_questions: { status: 409, message: 'You have asked 20 questions in this session already.' },
  questions_full: {
    status: 409,
    message: '500 questions of this session wait for an answer; ask later.',
  },
  question_closed: { status: 409, message: 'This question was answered or dismissed already.' },
  question_changed: {
    status: 409,
    message:
      'Somebody answered, changed or dismissed this question since ifRevision was read. Read it again.',
  },
  record_not_ready: { status: 409, message: 'This recording is not finished; it has no file.' },
  too_many_record_links: {
    status: 409,
    message: 'This recording has 100 links that can be used; revoke one first.',
  },
  transcription_not_ready: {
    status: 409,
    message: 'The transcript is not ready; ask again after the seconds in Retry-After.',
  },
  transcription_failed: {
    status: 409,
    message: 'This recording could not be transcribed; reason says why.',
  },
  asset_not_ready: { status: 409, message: 'This file is not uploaded completely.' },
  document_taken: { status: 409, message: 'This upload became a document already; upload the file again.' },
  too_many_documents: { status: 409, message: 'This room has 50 documents; delete one first.' },
  session_not_upcoming: { status: 409, message: 'This session has begun, or does not take place.' },
  email_missing: { status: 409, message: 'You gave no email address when you entered.' },
  reminders_stopped: {
    status: 409,
    message: 'This address was unsubscribed from the webinar; the link in its emails subscribes it again.',
  },
  session_finished: { status: 409, message: 'This session has ended already.' },
  content_in_use: {
    status: 409,
    message:
      'Automatic webinars play this; playbacks names them. Delete it with force=true to take them offline.',
  },
  timeline_changed: {
    status: 409,
    message:
      'Somebody changed the timeline since ifRevision was read. Read it again, or send the items without ifRevision to replace it.',
  },
  playback_not_prepared: {
    status: 409,
    message: 'This webinar has no prepared video yet; attach content and wait until it is ready.',
  },
  participant_not_in_call: { status: 409, message: 'This person is not in the call now.' },
  not_admitted: {
    status: 409,
    message: 'You have to wait: the room is not open yet, or a moderator decides.',
  },
  waiting_room_full: {
    status: 409,
    message: 'Too many people wait to enter this room; try again in a minute.',
  },
  call_full: {
    status: 409,
    message: 'As many people as it admits are in this meeting; try again when somebody has left.',
  },
  room_closed: { status: 409, message: 'Entry to this room has closed.' },
  participant_not_waiting: { status: 409, message: 'This person is no longer waiting.' },
  leads_room: { status: 409, message: 'This person leads the room by their account.' },
  nothing_to_mute: { status: 409, message: 'This person is not sending this source now.' },
  upload_offset_wrong: {
    status: 409,
    message: 'The upload continues at another offset; ask for it with HEAD.',
  },
  upload_no_space: {
    status: 409,
    message: 'There is not enough disk space for this upload; ask the operator.',
  },
  too_many_boards: { status: 409, message: 'This room has as many boards as it may have; delete one first.' },
  board_full: { status: 409, message: 'This board is full; delete something on it.' },
  too_many_uploads: {
    status: 409,
    message: 'Too many uploads of this group are unfinished; finish or delete some.',
  },
  group_storage_full: {
    status: 409,
    message: 'The storage of this group is full; delete recordings or uploaded videos, or ask the operator.',
  },
  username_taken: { status: 409, message: 'Somebody in this chat already has this name.' },
  already_voted: { status: 409, message: 'You voted in this poll already.' },
  poll_not_started: { status: 409, message: 'This poll has not started yet.' },
  poll_started: { status: 409, message: 'This poll has started; make a copy to change it.' },
  poll_stopped: { status: 409, message: 'This poll was stopped.' },
  provider_sign_in_over: {
    status: 410,
    message: 'This sign-in has expired, is finished, or began in another browser; begin again.',
  },
  link_expired: { status: 410, message: 'This link has expired.' },
  link_used: { status: 410, message: 'This link has been used in another browser.' },
  link_revoked: { status: 410, message: 'This link was revoked.' },
  record_gone: { status: 410, message: 'There is no video any more: it was deleted, or making it failed.' },
  invite_used: { status: 410, message: 'This invitation has been used.' },
  invite_expired: { status: 410, message: 'This invitation has expired.' },
  invite_revoked: { status: 410, message: 'This invitation was revoked.' },
  report_expired: {
    status: 410,
    message:
      'The people of this call or session were deleted: it is older than this installation keeps them.',
  },
  precondition_failed: { status: 412, message: 'The file has changed since you downloaded a part of it.' },
  tus_version_unsupported: {
    status: 412,
    message: 'Send Tus-Resumable: 1.0.0; uploads use this version of tus.',
  },
  upload_too_large: {
    status: 413,
    message: 'The file is larger than this installation accepts, or larger than its Upload-Length.',
  },
  body_too_large: {
    status: 413,
    message:
      'The body is larger than this path allows: 1 MiB, or less if the documentation states a lower limit.',
  },
  unsupported_media_type: { status: 415, message: 'Send JSON as application/json or text/plain.' },
  range_not_satisfiable: {
    status: 416,
    message: 'The file is shorter than that; content-range has its length.',
  },
  expectation_unknown: { status: 417, message: 'The only supported Expect header is 100-continue.' },
  validation_failed: {
    status: 422,
    message: 'Some values are invalid; message names the first, details names each.',
  },
  not_a_document: {
    status: 422,
    message: 'This file is not a PDF, PPTX, ODP or DOCX file and not a picture in PNG, JPEG or WebP.',
  },
  converter_missing: {
    status: 422,
    message: 'This installation converts no office files; save this one as PDF, or ask the operator.',
  },
  not_a_video: { status: 422, message: 'This file is not a video in MP4, MOV, MKV or WebM.' },
  code_wrong: { status: 422, message: 'This code is wrong, used or expired; request a new one.' },
  links_not_allowed: { status: 422, message: 'Links cannot be sent in this channel.' },
  idempotency_key_reused: { status: 422, message: 'This Idempotency-Key was used with another body.' },
  rate_limited: { status: 429, message: 'Too many requests; wait for the seconds in Retry-After.' },
  sign_in_code_needed: {
    status: 429,
    message:
      'This account gets too many wrong passwords. Request a code by email (POST /v1/auth/password-reset) and send it with the password, or wait for the seconds in Retry-After.',
  },
  slow_mode: { status: 429, message: 'Slow mode is on; wait for the seconds in Retry-After.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. The request id helps the operator find it.',
  },
  recorder_busy: {
    status: 503,
    message: 'No recorder is free now; try again when another recording has ended.',
  },
  disk_low: { status: 503, message: 'There is not enough disk space to record; ask the operator.' },
  too_many_connections: { status: 503, message: 'Too many connections are open; try again later.' },
  starting: { status: 503, message: 'The server is starting; try again.' },
  stopping: { status: 503, message: 'The server is stopping; try again.' },
  provider_away: {
    status: 503,
    message: 'The sign-in provider is unavailable at the moment; try again, or sign in with your password.',
  },
  engine_away: { status: 503, message: 'The media server is unavailable at the moment; try again.' },
  engine_unavailable: {
    status: 503,
    message:
      'The speech engine cannot run at the moment; the log of the server says what is missing. Recordings that wait are transcribed when it works.',
  },
  storage_away: { status: 503, message: 'The file storage is unavailable at the moment; try again.' },
  database_away: { status: 503, message: 'The database is unavailable at the moment; try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** One invalid value: `path` is the field's name, nested names joined by dots; `message` a sentence. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** A longer path helps nobody to find the field. */
const longestPath = 200;

/** `role: must be one of user, moderator (and 1 more)`: logs and exceptions show the message alone. */
export function messageOfDetails([first, ...others]: readonly ErrorDetail[]): string {
  if (!first) return errors.validation_failed.message;
  const path = first.path.length > longestPath ? `${first.path.slice(0, longestPath)}…` : first.path;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${path || 'the body'}: ${first.message}${more}`;
}

/** The body of each response of 400 and above, except the token endpoint's. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  details?: ErrorDetail[];
  /** For `record_active`: the running recording. */
  recordId?: string;
  /** For `content_in_use`: the automatic webinars that play it. */
  playbacks?: { id: string; name: string }[];
  /** For `spaces_owned`: the groups for which the request has no decision, at most 100 of them. */
  spaces?: { id: string; name: string }[];
  /** For `scope_missing`: the scope; the token may need another one instead, or `all`. */
  scope?: TokenScope;
  /**
   * For `transcription_failed`: why; for `transcription_unavailable`: `plan` or `engine`; for `link_used` of a link that is
   * opened or entered by: `webinar` if it leads into an automatic webinar.
   */
  reason?: string;
}
