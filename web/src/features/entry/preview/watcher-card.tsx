import { useText } from '../../../i18n/language.ts';
import { Grid, Stack, Text, Title } from '../../../ui/layout/layout.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import classes from './preview.module.css';
import { SpeakerTest } from './speaker-test.tsx';

type Props = { name: string; seed: string | undefined; outputId: string | undefined };

/** Replaces the preview for people who may send nothing: no permission is asked for. */
export function WatcherCard({ name, seed, outputId }: Props) {
  const text = useText('preview');
  return (
    <Stack as="section" gap="md" shrink aria-labelledby="watcher-title">
      <Grid center gap="sm" className={classes.stage} data-quiet>
        <span className={classes.watcherAvatar}>
          <Avatar name={name} seed={seed} size={96} />
        </span>
        <Title mt="lg" className={classes.watcherTitle} id="watcher-title">
          {text.watcherTitle}
        </Title>
        <Text size="md" tone="stage-dim" measure={44} hide="phone">
          {text.watcherText}
        </Text>
      </Grid>
      <SpeakerTest outputId={outputId} />
    </Stack>
  );
}
