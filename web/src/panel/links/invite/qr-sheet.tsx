import type { ReactNode } from 'react';
import { useText } from '../../../i18n/language.ts';
import { Grid, Stack, Text } from '../../../ui/layout/layout.tsx';
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
      <Stack className={css.poster} align="center" center>
        <Text as="h1" className={css.title} breaks>
          {roomName}
        </Text>
        {name && name !== roomName && <Line>{name}</Line>}
        <div className={css.large}>
          <QrCode value={url} label={text.qrOf(roomName)} />
        </div>
        <Line>{text.scan}</Line>
        {code && (
          <Line>
            {text.orCode(window.location.host)} <strong className={css.code}>{code}</strong>
          </Line>
        )}
      </Stack>
    </PrintSheet>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <Text className={css.line} breaks>
    {children}
  </Text>
);

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
      <Grid as="ul" className={css.cards}>
        {people.map(({ row, username, url }) => (
          <Stack as="li" key={row} className={css.card} align="center" center breaks>
            <strong className={css.person}>{username}</strong>
            <QrCode value={url} label={text.qrOf(username)} />
            <span>{roomName}</span>
          </Stack>
        ))}
      </Grid>
    </PrintSheet>
  );
}
