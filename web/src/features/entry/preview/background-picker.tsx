import { IconBackground } from '@tabler/icons-react';
import {
  type Background,
  background,
  backgroundsWith,
  canChangeBackground,
} from '../../../models/call/background/background.ts';
import { ownPicture } from '../../../models/call/background/own-picture.ts';
import { useBackgroundTexts } from '../../../room/use-background-texts.ts';
import { useOwnPicture } from '../../../room/use-own-picture.ts';
import { Choice } from '../../../ui/form/choice.tsx';
import { useStore } from '../../../ui/use-store.ts';
import classes from './preview.module.css';

/** The choice of what is behind the person, with its cost. */
export function BackgroundPicker() {
  const text = useBackgroundTexts();
  const choice = useStore(background);
  const own = useStore(ownPicture);
  const { choose, refusal } = useOwnPicture(() => background.set('own'));
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
      <button type="button" className={classes.ownPicture} onClick={choose}>
        {text.choose}
      </button>
      {refusal && (
        <p className={classes.cost} role="alert">
          {refusal === 'size' ? text.tooLarge : text.noPicture}
        </p>
      )}
      {choice !== 'none' && <p className={classes.cost}>{text.cost}</p>}
    </>
  );
}
