import { IconBackground } from '@tabler/icons-react';
import {
  type Background,
  background,
  backgrounds,
  canChangeBackground,
} from '../../../models/call/background/background.ts';
import { useBackgroundTexts } from '../../../room/parts/use-background-texts.ts';
import { Choice } from '../../../ui/form/choice.tsx';
import { useStore } from '../../../ui/use-store.ts';
import classes from './preview.module.css';

/** The choice of what is behind the person, with its cost. */
export function BackgroundPicker() {
  const text = useBackgroundTexts();
  const choice = useStore(background);
  if (!canChangeBackground()) return null;
  return (
    <>
      <Choice
        className={classes.picker}
        label={text.title}
        icon={<IconBackground size={18} />}
        options={backgrounds.map((value) => ({ value, label: text[value] }))}
        value={choice}
        onChange={(next) => background.set(next as Background)}
      />
      {choice !== 'none' && <p className={classes.cost}>{text.cost}</p>}
    </>
  );
}
