import { Button } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { Dialog, DialogActions } from '../../../ui/form/dialog.tsx';
import { nameOfItem } from './model/item-draft.ts';
import type { ConflictChoice } from './use-timeline.ts';

type Props = { conflict: ConflictChoice | undefined };

/** Somebody else changed the same items: the reader loads their version, or overwrites it. */
export function ConflictDialog({ conflict }: Props) {
  const text = useText('timeline');
  return (
    <Dialog
      isOpen={conflict !== undefined}
      title={text.conflictTitle}
      onClose={() => conflict?.close()}
      returnTo={() => document.querySelector<HTMLElement>('main h1')}
    >
      {conflict && <Choice conflict={conflict} />}
    </Dialog>
  );
}

function Choice({ conflict: { items, settle } }: { conflict: ConflictChoice }) {
  const text = useText('timeline');
  return (
    <>
      <p>{text.conflictText}</p>
      <ul>
        {items.map((item) => (
          <li key={item.key}>{nameOfItem(item) || text.unnamed}</li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" size="md" data-autofocus onClick={() => settle(false)}>
          {text.loadTheirs}
        </Button>
        <Button color="danger.6" size="md" onClick={() => settle(true)}>
          {text.keepMine}
        </Button>
      </DialogActions>
    </>
  );
}
