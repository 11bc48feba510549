import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { ApiError } from '../../../api/api.ts';
import { useText } from '../../../i18n/language.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { Blank, NotLoaded } from '../../../ui/states.tsx';
import { listMessages } from './list-messages.ts';

export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  const text = useText(listMessages);
  return (
    <div role="status">
      <Blank icon={<IconSearchOff size={24} stroke={1.5} />} title={text.nothing} text={text.nothingHint}>
        <Button variant="default" onClick={onShowAll}>
          {text.showAll}
        </Button>
      </Blank>
    </div>
  );
}

/** Not there, or not for the reader: trying again would not help. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

/** What a page was to show could not be loaded: gone for good, or to be tried again. */
export function Failed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  return isGone(error) ? <NowherePage /> : <NotLoaded onAgain={onAgain} />;
}
