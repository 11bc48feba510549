import { useText } from '../../i18n/language.ts';
import { Grid, Stack } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import classes from './entry.module.css';

/** A placeholder for the entry page. */
export function EntrySkeleton() {
  const text = useText('entry');
  return (
    <Page>
      <Grid align="center" className={classes.entry} aria-busy>
        <div className={classes.skeletonStage} />
        <Stack shrink className={classes.side}>
          <h1 className={classes.unseen}>{text.loading}</h1>
          <div aria-hidden>
            <div className={classes.bone} style={{ width: '28%', height: 14 }} />
            <div className={classes.bone} style={{ width: '84%', height: 34, marginTop: 12 }} />
            <div className={classes.bone} style={{ width: '96%', height: 16, marginTop: 14 }} />
          </div>
          <Stack gap="lg" aria-hidden>
            <div className={classes.bone} style={{ height: 68 }} />
            <div className={classes.bone} style={{ height: 50 }} />
          </Stack>
        </Stack>
      </Grid>
    </Page>
  );
}
