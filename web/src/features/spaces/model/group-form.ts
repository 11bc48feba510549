import { descriptionFault, nameFault, type TextFault, textOrNull } from '../../../panel/text-rules.ts';
import type { Space } from './types.ts';

/** A group while it is being created or edited. */
export type GroupDraft = { name: string; description: string; isPublic: boolean };
type GroupFaults = { name?: TextFault; description?: TextFault };

/** The API's default is public; the form's default is private. */
export const emptyGroup: GroupDraft = { name: '', description: '', isPublic: false };

export const groupDraftOf = ({ name, description, isPublic }: Space): GroupDraft => ({
  name,
  description: description ?? '',
  isPublic,
});

export function groupFaults(draft: GroupDraft): GroupFaults {
  const faults: GroupFaults = {};
  const name = nameFault(draft.name);
  const description = descriptionFault(draft.description);
  if (name) faults.name = name;
  if (description) faults.description = description;
  return faults;
}

type SentGroup = { name: string; description: string | null; isPublic: boolean };

export const sentGroup = ({ name, description, isPublic }: GroupDraft): SentGroup => ({
  name: name.trim(),
  description: textOrNull(description),
  isPublic,
});

/** Only the changed fields. */
export function groupChanges(before: GroupDraft, after: GroupDraft): Partial<SentGroup> {
  const [old, sent] = [sentGroup(before), sentGroup(after)];
  const changes: Partial<SentGroup> = {};
  if (sent.name !== old.name) changes.name = sent.name;
  if (sent.description !== old.description) changes.description = sent.description;
  if (sent.isPublic !== old.isPublic) changes.isPublic = sent.isPublic;
  return changes;
}
