import { shownCode } from '../../../../../contract/room-code.ts';
import { useText } from '../../../i18n/language.ts';
import { CopyField, CopyId } from '../../../ui/parts/copy.tsx';
import { addressOf } from '../../rooms/room-path.ts';
import css from '../links.module.css';
import type { SharedRoom } from '../shared-room.ts';
import { QrPart } from './qr-part.tsx';

/** The address of a public room, which admits anybody, and the code that can be dictated instead. */
export function RoomAddress({ room }: { room: SharedRoom }) {
  const text = useText('invite');
  const code = shownCode(room.code);
  return (
    <section className={css.address} aria-label={text.address}>
      <CopyField value={addressOf(room)} label={text.address} />
      <p className={css.codeLine}>
        <span>{text.code}</span> <CopyId value={code} label={text.copyCode(code)} />
      </p>
      <p className={css.quiet}>{text.codeHint(window.location.host)}</p>
      <QrPart room={room} url={addressOf(room)} code={code} />
    </section>
  );
}
