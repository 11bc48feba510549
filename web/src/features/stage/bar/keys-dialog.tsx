import { Switch } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import type { SidePanelTab } from '../../../room/meeting-parts.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { useOwnPerson } from '../call-context.ts';
import css from './keys-dialog.module.css';
import { setKeysOn, useKeysOn } from './keys-setting.ts';

export const moreButtonId = 'call-more-button';

type Props = { isOpen: boolean; sides: readonly SidePanelTab[]; mayRecord: boolean; onClose: () => void };

/** The list of shortcuts, and the switch that turns them off. */
export function KeysDialog({ isOpen, sides, mayRecord, onClose }: Props) {
  const text = useText('stage');
  const words = useText('recording');
  const isModerator = useOwnPerson().role === 'moderator';
  const isOn = useKeysOn();
  const keys: [key: string, does: string][] = [
    ['M', text.microphoneKey],
    [text.space, text.talk],
    ['V', text.cameraKey],
    ['S', text.screenKey],
    ['H', text.handKey],
    ...sides.flatMap(({ shortcut, title }): [string, string][] => (shortcut ? [[shortcut, title]] : [])),
    ...(mayRecord ? [['R', words.recordKey] as [string, string]] : []),
    ...(isModerator ? [['← →', text.slideKeys] as [string, string]] : []),
  ];
  return (
    <Dialog
      isOpen={isOpen}
      title={text.keys}
      onClose={onClose}
      returnTo={() => document.getElementById(moreButtonId)}
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
    </Dialog>
  );
}

function Key({ name, does }: { name: string; does: string }) {
  return (
    <Row align="center" gap="lg" p="sm 0" tall={44} rule="top">
      <dt className={css.keyCell}>
        <Text as="kbd" size="sm" weight={600} p="xs sm" ground="fill" center className={css.key}>
          {name}
        </Text>
      </dt>
      <Text as="dd" size="lg" leading={1.35}>
        {does}
      </Text>
    </Row>
  );
}
