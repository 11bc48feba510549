import { useText } from '../../i18n/language.ts';
import { Grid, Stack, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Bone } from '../../ui/parts/bone.tsx';
import classes from './entry.module.css';

/** A placeholder for the entry page. */
export function EntrySkeleton() {
  const text = useText('entry');
  return (
    <Page>
      <Grid align="center" full className={classes.entry} aria-busy>
        <Text as="div" ground="fill" pulse radius="lg" className={classes.skeletonStage} />
        <Stack shrink gap="xl" className={classes.side}>
          <Text as="h1" unseen>
            {text.loading}
          </Text>
          <Stack gap="md" aria-hidden>
            <Bone width="28%" height={14} />
            <Bone width="84%" height={34} />
            <Bone width="96%" height={16} />
          </Stack>
          <Stack gap="lg" aria-hidden>
            <Bone height={68} />
            <Bone height={50} />
          </Stack>
        </Stack>
      </Grid>
    </Page>
  );
}
