import { type ErrorBody, type ErrorCode, errors, messageOfDetails } from '../errors.ts';
import { oauthErrorOf } from '../refusals.ts';
import { ids } from './ids.ts';

/** Further fields of a refusal, besides message and code. */
const more: Partial<Record<ErrorCode, Partial<ErrorBody>>> = {
  record_active: { recordId: ids.record },
  content_in_use: { playbacks: [{ id: ids.playback, name: 'How to prepare for the exam' }] },
  spaces_owned: { spaces: [{ id: ids.space, name: 'School' }] },
  transcription_failed: { reason: 'no_audio' },
  validation_failed: {
    details: [
      { path: 'name', message: 'must have a visible character' },
      { path: 'joinSettingsFields.0.required', message: 'must be of type boolean' },
    ],
  },
};

/** The refusal with this code, as its operation returns it. */
export function refusalExample(code: ErrorCode, isOAuth: boolean): object {
  const { message } = errors[code];
  if (isOAuth) return { error: oauthErrorOf(code), error_description: message };
  const details = more[code]?.details;
  return { message: details ? messageOfDetails(details) : message, code, ...more[code] };
}
