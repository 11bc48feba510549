import { useText } from '../../../i18n/language.ts';
import { QrCode } from '../../../ui/parts/qr-code.tsx';
import { PrintSheet } from '../../../ui/print-sheet.tsx';
import css from './qr-sheet.module.css';

export { QrCode };

type PosterProps = {
  roomName: string;
  url: string;
  name: string | undefined;
  code: string | undefined;
  onDone: () => void;
};

/** One QR code on a page, to hang up. */
export function QrPoster({ roomName, url, name, code, onDone }: PosterProps) {
  const text = useText('invite');
  return (
    <PrintSheet onDone={onDone}>
      <div className={css.poster}>
        <h1 className={css.title}>{roomName}</h1>
        {name && name !== roomName && <p className={css.name}>{name}</p>}
        <div className={css.large}>
          <QrCode value={url} label={text.qrOf(roomName)} />
        </div>
        <p className={css.name}>{text.scan}</p>
        {code && (
          <p className={css.name}>
            {text.orCode(window.location.host)} <strong className={css.code}>{code}</strong>
          </p>
        )}
      </div>
    </PrintSheet>
  );
}

type CardsProps = {
  roomName: string;
  people: readonly { row: number; username: string; url: string }[];
  onDone: () => void;
};

/** A card for each person, to cut out. */
export function QrCards({ roomName, people, onDone }: CardsProps) {
  const text = useText('invite');
  return (
    <PrintSheet onDone={onDone}>
      <ul className={css.cards}>
        {people.map(({ row, username, url }) => (
          <li key={row} className={css.card}>
            <strong className={css.person}>{username}</strong>
            <QrCode value={url} label={text.qrOf(username)} />
            <span>{roomName}</span>
          </li>
        ))}
      </ul>
    </PrintSheet>
  );
}
