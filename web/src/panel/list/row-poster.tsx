import { type ReactNode, useState } from 'react';
import { Grid } from '../../ui/layout/layout.tsx';
import css from './row-poster.module.css';

type Props = {
  url: string | null;
  /** Shown without a picture. */
  icon: ReactNode;
  /** Called if the picture could not be loaded. */
  onBroken?: () => void;
  /** Shown over the picture. */
  children?: ReactNode;
};

/** The picture of a video at the start of a row. It is decorative: the text beside it says everything. */
export function RowPoster({ url, icon, onBroken, children }: Props) {
  const [broken, setBroken] = useState<string>();
  return (
    <Grid as="span" radius="md" ground="fill" className={css.poster} dim center>
      {url !== null && broken !== url ? (
        <img
          className={css.picture}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => {
            setBroken(url);
            onBroken?.();
          }}
        />
      ) : (
        icon
      )}
      {children}
    </Grid>
  );
}
