import { Menu } from '@mantine/core';
import { IconExternalLink, IconMovie, IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { Row, RowDetails, RowIcon, RowTag } from '../../../panel/list/row.tsx';
import { RowMenu, RowMenuItem } from '../../../panel/list/row-menu.tsx';
import { percentText, sizeText } from '../../../panel/uploads/amounts.ts';
import { NameField } from '../../../ui/form/name-field.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import css from '../content.module.css';
import type { AssetActions, ListedAsset } from './use-asset-actions.ts';

type Props = { asset: ListedAsset; actions: AssetActions };

/** An uploaded video, or an upload that this page does not send. */
export function AssetRow({ asset, actions }: Props) {
  const text = useText('uploads');
  const [isNaming, setNaming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const name = plainName(asset.name);
  return (
    <Row
      lead={<RowIcon icon={IconMovie} />}
      name={asset.name}
      mark={asset.state !== 'uploading' && <RowTag about={text.markText}>{text.mark}</RowTag>}
      editor={
        isNaming && (
          <NameField
            isFromMenu
            label={text.renameOf(name)}
            value={asset.name}
            missing={text.nameMissing}
            onSave={(next) => actions.rename(asset, next)}
            onClose={() => setNaming(false)}
            returnTo={() => opener.current}
          />
        )
      }
      about={<About asset={asset} />}
      meta={<TimeAgo at={asset.createdAt} />}
      actions={
        <RowMenu ref={opener} name={asset.name}>
          {asset.fileUrl !== null && (
            <Menu.Item
              component="a"
              href={asset.fileUrl}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink size={18} aria-hidden />}
            >
              {text.open}
            </Menu.Item>
          )}
          <RowMenuItem icon={IconPencil} onClick={() => setNaming(true)}>
            {text.rename}
          </RowMenuItem>
          <RowMenuItem icon={IconTrash} isDanger onClick={(returnTo) => actions.remove(asset, returnTo)}>
            {text.remove}
          </RowMenuItem>
        </RowMenu>
      }
    />
  );
}

function About({ asset: { state, received, fileSize } }: { asset: ListedAsset }) {
  const text = useText('uploads');
  const language = useLanguage();
  return (
    <Stack as="span" shrink className={css.about}>
      <RowDetails>
        {state === 'processing' && <Status tone="warning">{text.processing}</Status>}
        {state === 'uploading' && (
          <Status tone="warning">{text.unfinished(percentText(received / fileSize, language))}</Status>
        )}
        {sizeText(fileSize, language)}
      </RowDetails>
      {state === 'uploading' && <span className={css.reason}>{text.unfinishedText}</span>}
    </Stack>
  );
}
