import { IconBackground } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type Background,
  background,
  backgroundsWith,
  canChangeBackground,
} from '../../../models/call/background/background.ts';
import { chooseOwnPicture, ownPicture } from '../../../models/call/background/own-picture.ts';
import { useBackgroundTexts } from '../../../room/use-background-texts.ts';
import { Choice } from '../../../ui/form/choice.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import classes from './preview.module.css';

/** The choice of what is behind the person, with its cost. */
export function BackgroundPicker() {
  const text = useBackgroundTexts();
  const choice = useStore(background);
  const own = useStore(ownPicture);
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof chooseOwnPicture>>>();
  const choose = async (): Promise<void> => {
    const next = await chooseOwnPicture();
    if (next) setOutcome(next);
    if (next === 'chosen') background.set('own');
  };
  if (!canChangeBackground()) return null;
  return (
    <>
      <Choice
        className={classes.picker}
        label={text.title}
        icon={<IconBackground size={18} />}
        options={backgroundsWith(own).map((value) => ({ value, label: text[value] }))}
        value={choice}
        onChange={(next) => background.set(next as Background)}
      />
      <Text
        as="button"
        type="button"
        size="md"
        tone="accent"
        className={classes.ownPicture}
        onClick={() => void choose()}
      >
        {text.choose}
      </Text>
      {(outcome === 'size' || outcome === 'kind') && (
        <Cost role="alert">{outcome === 'size' ? text.tooLarge : text.noPicture}</Cost>
      )}
      {choice !== 'none' && <Cost>{text.cost}</Cost>}
    </>
  );
}

const Cost = (props: { role?: 'alert'; children: string }) => (
  <Text size="sm" leading={1.5} dim className={classes.cost} {...props} />
);
