import { shownCode } from '../../../../../contract/room-code.ts';
import { useText } from '../../../i18n/language.ts';
import { Row, Stack } from '../../../ui/layout/layout.tsx';
import { CopyField, CopyId } from '../../../ui/parts/copy.tsx';
import { Quiet } from '../../quiet.tsx';
import { addressOf } from '../../rooms/room-path.ts';
import css from '../links.module.css';
import type { SharedRoom } from '../shared-room.ts';
import { QrPart } from './qr-part.tsx';

/** The address of a public room, which admits anybody, and the code that can be dictated instead. */
export function RoomAddress({ room }: { room: SharedRoom }) {
  const text = useText('invite');
  const code = shownCode(room.code);
  return (
    <Stack as="section" className={css.address} gap="sm" mb="xs" aria-label={text.address}>
      <CopyField value={addressOf(room)} label={text.address} />
      <Row as="p" gap="sm" align="center" size="md">
        <span>{text.code}</span> <CopyId value={code} label={text.copyCode(code)} />
      </Row>
      <Quiet>{text.codeHint(window.location.host)}</Quiet>
      <QrPart room={room} url={addressOf(room)} code={code} />
    </Stack>
  );
}
