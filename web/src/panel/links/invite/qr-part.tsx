import { Button } from '@mantine/core';
import { IconPrinter, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { lazily } from '../../../ui/lazily.ts';
import css from '../links.module.css';
import type { SharedRoom } from '../shared-room.ts';

const qr = lazily(() => import('./qr-sheet.tsx'));

type Props = {
  room: SharedRoom;
  url: string;
  /** The name of the person, or the label of a link for everyone. */
  name?: string;
  /** An alternative to the address, to be typed. */
  code?: string;
};

/** Shows an address as a QR code on demand, and prints it on a page of its own. */
export function QrPart(props: Props) {
  const text = useText('invite');
  const [isShown, setShown] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  return (
    <div>
      <Row gap="sm" wrap align="center">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconQrcode size={18} aria-hidden />}
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {text.qr}
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => void qr.load().then(() => setPrinting(true))}
        >
          {text.print}
        </Button>
      </Row>
      {isShown && <Shown {...props} />}
      {isPrinting && <Printed {...props} onDone={() => setPrinting(false)} />}
    </div>
  );
}

function Shown({ room, url }: Props) {
  const text = useText('invite');
  const QrCode = qr.usePart()?.QrCode;
  return (
    <div className={css.qr}>{QrCode && <QrCode value={url} label={text.qrOf(plainName(room.name))} />}</div>
  );
}

function Printed({ room, url, name, code, onDone }: Props & { onDone: () => void }) {
  const QrPoster = qr.usePart()?.QrPoster;
  return QrPoster ? (
    <QrPoster roomName={plainName(room.name)} url={url} name={name} code={code} onDone={onDone} />
  ) : null;
}
