import { Modal, Switch } from '@mantine/core';
import { useLanguage, useText } from '../../i18n/language.ts';
import type { SidePart } from '../../stage-parts.ts';
import css from './keys-dialog.module.css';
import { setKeysOn, useKeysOn } from './keys-setting.ts';
import { messages } from './messages.ts';

export const moreButtonId = 'call-more-button';

type Props = { isOpen: boolean; sides: readonly SidePart[]; onClose: () => void };

/** What the keys do, and the switch that lets them be. */
export function KeysDialog({ isOpen, sides, onClose }: Props) {
  const text = useText(messages);
  const language = useLanguage();
  const isOn = useKeysOn();
  const keys: [key: string, does: string][] = [
    ['M', text.microphoneKey],
    [text.space, text.talk],
    ['V', text.cameraKey],
    ['S', text.screenKey],
    ['H', text.handKey],
    ...sides.flatMap(({ shortcut, title }): [string, string][] =>
      shortcut ? [[shortcut, title(language)]] : [],
    ),
  ];
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={text.keys}
      centered
      size={440}
      radius="lg"
      closeButtonProps={{ 'aria-label': text.close, size: 44, iconSize: 22 }}
      returnFocus={false}
      onExitTransitionEnd={() => document.getElementById(moreButtonId)?.focus()}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ title: css.title ?? '' }}
    >
      <Switch
        size="md"
        label={text.keysOn}
        description={text.keysHint}
        checked={isOn}
        data-autofocus
        onChange={(event) => setKeysOn(event.currentTarget.checked)}
      />
      <dl className={css.keys} data-off={!isOn || undefined}>
        {keys.map(([key, does]) => (
          <Key key={key} name={key} does={does} />
        ))}
      </dl>
      <dl className={css.keys}>
        <Key name="Esc" does={text.escape} />
      </dl>
    </Modal>
  );
}

function Key({ name, does }: { name: string; does: string }) {
  return (
    <div className={css.row}>
      <dt>
        <kbd className={css.key}>{name}</kbd>
      </dt>
      <dd>{does}</dd>
    </div>
  );
}
