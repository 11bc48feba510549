import type { ReactNode } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Tile } from '../../../models/call/layout/tiles.ts';
import { useCallState } from '../call-context.ts';
import { CopyInvitation } from '../people/copy-invitation.tsx';
import css from './empty-stage.module.css';

/** A sentence in place of the tiles while there are none. */
export function EmptyStage({ tiles }: { tiles: readonly Tile[] }) {
  const text = useText('stage');
  const connection = useCallState((state) => state.connection);
  if (connection.phase === 'connecting') {
    const hint = connection.attempt > 1 ? text.enteringSlow : undefined;
    return <Words title={text.entering} hint={hint} isWaiting onTile={tiles.length > 0} />;
  }
  if (connection.phase !== 'connected') return null;
  if (tiles.length === 0) return <Words title={text.notBegun} hint={text.notBegunHint} onTile={false} />;
  if (tiles.length === 1 && tiles[0]?.person.isMe) return <Alone />;
  return null;
}

/** Only if nobody else is there: viewers of a webinar count too. */
function Alone() {
  const text = useText('stage');
  const isAlone = useCallState((state) => state.people.length === 1);
  return isAlone ? (
    <Words title={text.alone} hint={text.aloneHint} onTile>
      <CopyInvitation className={css.invite} />
    </Words>
  ) : null;
}

type WordsProps = {
  title: string;
  hint: string | undefined;
  onTile: boolean;
  isWaiting?: boolean;
  children?: ReactNode;
};

function Words({ title, hint, onTile, isWaiting = false, children }: WordsProps) {
  return (
    <div className={css.words} data-on-tile={onTile || undefined}>
      <div role="status">
        {isWaiting && <span className={css.dots} aria-hidden />}
        <p className={css.title}>{title}</p>
        {hint && <p className={css.hint}>{hint}</p>}
      </div>
      {children}
    </div>
  );
}
