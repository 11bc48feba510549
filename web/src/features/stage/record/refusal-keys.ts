import type { Texts } from '../../../i18n/texts.ts';

type Key = keyof Texts['recording'];

const refusals: Record<string, Key> = {
  recorder_busy: 'busy',
  disk_low: 'diskLow',
  group_storage_full: 'storageFull',
  record_not_allowed: 'notAllowed',
  call_not_active: 'noCall',
};

const failures: Record<string, Key> = {
  recorder_busy: 'failedBusy',
  disk_full: 'failedDisk',
  no_picture: 'failedToBegin',
};

/** The key of the text for a refused request, by its code. */
export const refusalKey = (code: string | undefined): Key => refusals[code ?? ''] ?? 'refused';

/** The key of the text for a failed recording, by its code. */
export const failureKey = (failure: string): Key => failures[failure] ?? 'failedLost';
