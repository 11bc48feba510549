import { VisuallyHidden } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useCall } from '../call-context.ts';

/** Announces arrivals and departures to screen readers. */
export function Announcer() {
  const text = useText('stage');
  const coming = useStore(useCall().presenceChange);
  return (
    <VisuallyHidden role="log" aria-live="polite">
      {coming && <span key={coming.id}>{coming.came ? text.came(coming.name) : text.went(coming.name)}</span>}
    </VisuallyHidden>
  );
}
