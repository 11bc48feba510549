import { useText } from '../../i18n/language.ts';
import { ownTimeZone } from '../../kit/time-zone.ts';
import { Text } from '../../ui/layout/layout.tsx';
import css from './zone-note.module.css';

/** Names the time zone of the times that a list or a grid shows. */
export function ZoneNote() {
  const text = useText('calls');
  return (
    <Text mt="md" size="sm" dim className={css.zone}>
      {text.zone(ownTimeZone())}
    </Text>
  );
}
