import { useText } from '../../../i18n/language.ts';
import type { Tile } from '../../../models/call/layout/tiles.ts';
import { useCallState } from '../call-context.ts';
import css from './empty-stage.module.css';

/** What stands where people will be: one sentence on what is going on. */
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

/** Only where nobody else is there at all: who watches a webinar is company too. */
function Alone() {
  const text = useText('stage');
  const isAlone = useCallState((state) => state.people.length === 1);
  return isAlone ? <Words title={text.alone} hint={text.aloneHint} onTile /> : null;
}

type WordsProps = { title: string; hint: string | undefined; onTile: boolean; isWaiting?: boolean };

function Words({ title, hint, onTile, isWaiting = false }: WordsProps) {
  return (
    <div className={css.words} data-on-tile={onTile || undefined} role="status">
      {isWaiting && <span className={css.dots} aria-hidden />}
      <p className={css.title}>{title}</p>
      {hint && <p className={css.hint}>{hint}</p>}
    </div>
  );
}
