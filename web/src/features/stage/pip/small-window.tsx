import { IconPhoneFilled } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { createPortal } from 'react-dom';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import { mainTileOf } from '../../../models/call/layout/arrange.ts';
import type { Tile } from '../../../models/call/layout/tiles.ts';
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx';
import bar from '../bar/control-bar.module.css';
import { useDeviceSwitch } from '../bar/device-button.tsx';
import { useCall, useCallState } from '../call-context.ts';
import css from '../stage.module.css';
import { TileView } from '../tiles/tile.tsx';
import { useTiles } from '../tiles/use-tiles.ts';
import own from './small-window.module.css';

type Props = { opened: Window; pinned: string | undefined };

/** The content of the small window: the speaker or the shared screen, the microphone, and the way out of the call. */
export function SmallWindow({ opened, pinned }: Props) {
  return createPortal(
    <Stack className={`${css.stage} ${own.window}`}>
      <PartBoundary part="stage">
        <Content pinned={pinned} />
      </PartBoundary>
    </Stack>,
    opened.document.body,
  );
}

/** The tile that the speaker view would show large. */
export function useMainTile(pinned: string | undefined): Tile | undefined {
  const { tiles, onStage, speakers } = useTiles();
  return mainTileOf({ tiles, onStage, speakers, pinned, view: 'speaker' });
}

const look = {
  role: 'focus',
  isPinned: false,
  isLarge: false,
  mayHideOwn: false,
  onPin: undefined,
  onAsk: undefined,
  onShape: undefined,
} as const;

function Content({ pinned }: { pinned: string | undefined }) {
  const text = useText('stage');
  const call = useCall();
  const tile = useMainTile(pinned);
  const mayTalk = useCallState(({ rights }) => rights.microphone);
  const { on, label, Icon, toggle } = useDeviceSwitch('microphone');
  return (
    <>
      <div className={own.picture}>{tile && <TileView tile={tile} {...look} />}</div>
      <Row fixed justify="center" gap="sm">
        {mayTalk && (
          <SmallButton label={label} data-off={!on || undefined} onClick={toggle}>
            <Icon size={22} aria-hidden />
          </SmallButton>
        )}
        <SmallButton label={text.leave} data-leave onClick={() => void call.leave()}>
          <IconPhoneFilled className={bar.hangUp} size={22} aria-hidden />
        </SmallButton>
      </Row>
    </>
  );
}

const SmallButton = ({ label, ...props }: ComponentProps<'button'> & { label: string }) => (
  <Grid
    as="button"
    center
    radius="md"
    ground="stage-raised"
    hover="fill"
    className={own.button}
    aria-label={label}
    title={label}
    {...props}
  />
);
