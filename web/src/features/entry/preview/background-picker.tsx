import { IconBan, IconBlur, IconPhotoPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import {
  type Background,
  background,
  backgroundsWith,
  canChangeBackground,
} from '../../../models/call/background/background.ts';
import { chooseOwnPicture, ownPicture } from '../../../models/call/background/own-picture.ts';
import { pictures } from '../../../models/call/background/pictures.ts';
import { useBackgroundTexts } from '../../../room/use-background-texts.ts';
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import classes from './preview.module.css';

/** The choice of what is behind the person as pictures, with its cost. The last one takes a file. */
export function BackgroundPicker() {
  const text = useBackgroundTexts();
  const choice = useStore(background);
  const own = useStore(ownPicture);
  const name = useId();
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof chooseOwnPicture>>>();
  const choose = async (): Promise<void> => {
    const next = await chooseOwnPicture();
    if (next) setOutcome(next);
    if (next === 'chosen') background.set('own');
  };
  if (!canChangeBackground()) return null;
  return (
    <>
      <Row as="fieldset" wrap gap="sm" p="xs 0" full aria-label={text.title}>
        {backgroundsWith(own).map((value) => (
          <label key={value} className={classes.background} title={text[value]}>
            <input
              type="radio"
              data-unseen
              name={name}
              aria-label={text[value]}
              checked={value === choice}
              onChange={() => background.set(value)}
            />
            <Thumbnail value={value} own={own} />
          </label>
        ))}
        <button
          type="button"
          className={classes.background}
          aria-label={text.choose}
          title={text.choose}
          onClick={() => void choose()}
        >
          <Grid as="span" center frame="line-strong" ground="ground-soft" dim className={classes.thumbnail}>
            <IconPhotoPlus size={20} aria-hidden />
          </Grid>
        </button>
      </Row>
      {(outcome === 'size' || outcome === 'kind') && (
        <Cost role="alert">{outcome === 'size' ? text.tooLarge : text.noPicture}</Cost>
      )}
      {choice !== 'none' && <Cost>{text.cost}</Cost>}
    </>
  );
}

function Thumbnail({ value, own }: { value: Background; own: string | undefined }) {
  const Icon = value === 'none' ? IconBan : IconBlur;
  const picture = value === 'own' ? own : value === 'none' || value === 'blur' ? undefined : pictures[value];
  return (
    <Grid
      as="span"
      center
      frame="line-strong"
      ground="ground-soft"
      dim
      className={classes.thumbnail}
      aria-hidden
    >
      {picture ? <Text as="img" covers src={picture} alt="" /> : <Icon size={20} />}
    </Grid>
  );
}

const Cost = (props: { role?: 'alert'; children: string }) => <Text size="sm" dim p="0 md" {...props} />;
