import { useText } from '../../../i18n/language.ts';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import classes from './preview.module.css';
import { SpeakerTest } from './speaker-test.tsx';

type Props = { name: string; seed: string; outputId: string | undefined };

/** Replaces the preview for people who may send nothing: no permission is asked for. */
export function WatcherCard({ name, seed, outputId }: Props) {
  const text = useText('preview');
  return (
    <section className={classes.panel} aria-labelledby="watcher-title">
      <div className={classes.stage} data-quiet>
        <Avatar name={name} seed={seed} size={96} />
        <h2 className={classes.watcherTitle} id="watcher-title">
          {text.watcherTitle}
        </h2>
        <p className={classes.watcherText}>{text.watcherText}</p>
      </div>
      <SpeakerTest outputId={outputId} />
    </section>
  );
}
