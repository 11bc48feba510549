import { readmissionApi } from '../../../models/readmission/api.ts';
import { useEntry } from '../../../room/room-parts.tsx';
import { useCall } from '../call-context.ts';

/** Releases the link of a person, who may then open it on another device, and says so. */
export function useLinkRelease(): (person: { id: string; name: string }) => Promise<void> {
  const entry = useEntry();
  const { notices } = useCall();
  return async ({ id, name }) => {
    try {
      await readmissionApi(entry).releaseLink(id);
      notices.add({ kind: 'link-released', name });
    } catch {
      notices.add({ kind: 'action-failed' });
    }
  };
}
