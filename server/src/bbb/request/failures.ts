import { Refusal } from '../../platform/errors.ts';

/** The reasons for which a call fails, with their sentences (bbb-api.md). */
const failures = {
  checksumError: 'The checksum does not match.',
  tooManyRequests: 'There are too many requests; try again later.',
  unsupportedRequest: 'This call does not exist here.',
  unsupportedContentType: 'The body has a content type that this call does not take.',
  malformedXML: 'The body is no well-formed XML, or declares a document type.',
  notImplemented: 'This call cannot be done here.',
  validationError: 'A parameter has a length or a character that it may not have.',
  refused: 'The request was refused.',
  notFound: 'There is no such meeting or recording.',
  idNotUnique: 'A meeting with this meetingID and other passwords is running.',
  parentMeetingIdMissing: 'A breakout room needs a parentMeetingID.',
  missingParamRecordID: 'The parameter recordID is missing.',
  missingParamPublish: 'The parameter publish is missing: true or false.',
  noRecordings: 'There is no such recording.',
  paramError: 'A parameter is missing or has a wrong value, or the file is larger than 8 MiB.',
  invalidKind: 'The kind must be subtitles or captions.',
  invalidLang: 'The lang must be a tag of a language, such as en or pt-BR.',
  empty_uploaded_text_track: 'The file has no captions.',
  missingParamMeetingID: 'The parameter meetingID is missing.',
  missingParamFullName: 'The parameter fullName is missing.',
  missingParamMessage: 'The parameter message is missing.',
  missingParamCallbackURL: 'The parameter callbackURL is missing.',
  missingParamHookID: 'The parameter hookID is missing.',
  createHookError: 'The callbackURL is not allowed, a parameter is too long, or there are too many hooks.',
  destroyMissingHook: 'There is no such hook.',
  invalidPassword: 'Neither the role nor the password is one of the meeting.',
  invalidMeetingIdentifier: 'There is no meeting with this meetingID.',
  meetingForciblyEnded: 'The meeting has ended.',
  mismatchCreateTimeParam: 'The createTime is that of another meeting.',
  guestDeniedAccess: 'Guests are not admitted to this meeting.',
  maxParticipantsReached: 'The meeting has as many people as it may have.',
} as const;

export type FailureKey = keyof typeof failures;

/** A call that is not done: its response says FAILED with this key. */
export class Failed extends Error {
  override name = 'Failed';
  readonly key: FailureKey;

  constructor(key: FailureKey, message: string = failures[key]) {
    super(message);
    this.key = key;
  }
}

/** A request above a limit of requests, or of those that wait. */
export class TooManyRequests extends Failed {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('tooManyRequests');
    this.retryAfter = retryAfter;
  }
}

/** The failure that an error is, also a refusal of the operations that a call uses; undefined for other errors. */
export function failureIn(error: unknown): Failed | undefined {
  if (error instanceof Failed) return error;
  if (!(error instanceof Refusal) || error.status >= 500) return undefined;
  if (error.status === 429) return new TooManyRequests(error.retryAfter ?? 1);
  return error.status === 404 ? new Failed('notFound') : new Failed('refused', error.message);
}

export function fail(key: FailureKey): never {
  throw new Failed(key);
}
