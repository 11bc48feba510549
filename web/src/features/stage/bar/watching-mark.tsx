import { useText } from '../../../i18n/language.ts';
import { Text } from '../../../ui/layout/layout.tsx';
import { useCallState } from '../call-context.ts';
import css from './control-bar.module.css';

/** Shown to people who may send nothing. */
export function WatchingMark() {
  const text = useText('stage');
  const isWatching = useCallState(({ rights }) => !rights.microphone && !rights.camera && !rights.screen);
  if (!isWatching) return null;
  return (
    <Text as="span" size="sm" nowrap fixed className={`${css.mark} ${css.quiet} ${css.watching}`}>
      {text.watching}
    </Text>
  );
}
