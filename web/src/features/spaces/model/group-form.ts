import {
  addressFault,
  descriptionFault,
  nameFault,
  type TextFault,
  textOrNull,
} from '../../../panel/text-rules.ts';
import type { Space } from './types.ts';

/** A group while it is being created or edited. */
export type GroupDraft = {
  name: string;
  description: string;
  isPublic: boolean;
  logo: string;
  color: string;
};
type GroupFaults = { [K in keyof GroupDraft]?: TextFault };

/** The API's default is public; the form's default is private. */
export const emptyGroup: GroupDraft = { name: '', description: '', isPublic: false, logo: '', color: '' };

export const groupDraftOf = ({ name, description, isPublic, logo, color }: Space): GroupDraft => ({
  name,
  description: description ?? '',
  isPublic,
  logo: logo ?? '',
  color: color ?? '',
});

export function groupFaults(draft: GroupDraft): GroupFaults {
  const faults: GroupFaults = {};
  const name = nameFault(draft.name);
  const description = descriptionFault(draft.description);
  if (name) faults.name = name;
  if (description) faults.description = description;
  const logo = addressFault(draft.logo);
  if (logo) faults.logo = logo;
  if (draft.color.trim() !== '' && !/^#[0-9a-f]{6}$/i.test(draft.color.trim())) faults.color = 'bad';
  return faults;
}

type SentGroup = {
  name: string;
  description: string | null;
  isPublic: boolean;
  logo: string | null;
  color: string | null;
};

export const sentGroup = ({ name, description, isPublic, logo, color }: GroupDraft): SentGroup => ({
  name: name.trim(),
  description: textOrNull(description),
  isPublic,
  logo: textOrNull(logo),
  color: textOrNull(color)?.toLowerCase() ?? null,
});

/** Only the changed fields. */
export function groupChanges(before: GroupDraft, after: GroupDraft): Partial<SentGroup> {
  const [old, sent] = [sentGroup(before), sentGroup(after)];
  const names = Object.keys(sent) as (keyof SentGroup)[];
  return Object.fromEntries(
    names.filter((name) => sent[name] !== old[name]).map((name) => [name, sent[name]]),
  );
}
