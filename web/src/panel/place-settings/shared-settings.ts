import type { Answer } from '../../../../contract/routes.ts';
import { addressFault, nameFault, textOrNull } from '../text-rules.ts';
import { type Settings, settingsAsStored } from './settings-form.ts';

/** The settings that a room and an automatic webinar have, besides the entry form. */
export type SharedDraft = { name: string; redirectUrl: string; isPublic: boolean };

export const sharedSettings: Settings<
  Pick<Answer<'getRoom'>, 'name' | 'redirectUrl' | 'isPublic'>,
  SharedDraft
> = {
  name: {
    tab: 'general',
    of: ({ name }) => name,
    sent: (name) => name.trim(),
    fault: (name) => nameFault(name),
  },
  redirectUrl: {
    tab: 'general',
    of: ({ redirectUrl }) => redirectUrl ?? '',
    sent: textOrNull,
    fault: addressFault,
  },
  ...settingsAsStored('general', ['isPublic']),
};
