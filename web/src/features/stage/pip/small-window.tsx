import { IconMicrophone, IconMicrophoneOff, IconPhoneFilled } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import { mainTileOf } from '../../../models/call/layout/arrange.ts';
import type { Tile } from '../../../models/call/layout/tiles.ts';
import { useCall, useCallState } from '../call-context.ts';
import css from '../stage.module.css';
import { TileView } from '../tiles/tile.tsx';
import { useTiles } from '../tiles/use-tiles.ts';
import own from './small-window.module.css';

type Props = { opened: Window; pinned: string | undefined };

/** The content of the small window: the speaker or the shared screen, the microphone, and the way out of the call. */
export function SmallWindow({ opened, pinned }: Props) {
  return createPortal(
    <div className={`${css.stage} ${own.window}`}>
      <PartBoundary part="stage">
        <Content pinned={pinned} />
      </PartBoundary>
    </div>,
    opened.document.body,
  );
}

/** The tile that the speaker view would show large. */
export function useMainTile(pinned: string | undefined): Tile | undefined {
  const { tiles, screens, speakers } = useTiles();
  return mainTileOf({ tiles, screens, speakers, pinned, view: 'speaker' });
}

const look = { role: 'focus', isPinned: false, isLarge: false, onPin: undefined } as const;

function Content({ pinned }: { pinned: string | undefined }) {
  const text = useText('stage');
  const device = useText('devices');
  const call = useCall();
  const tile = useMainTile(pinned);
  const { rights, microphone } = useCallState((state) => state);
  const label = microphone.on ? device.turnOffMicrophone : device.turnOnMicrophone;
  const Icon = microphone.on ? IconMicrophone : IconMicrophoneOff;
  return (
    <>
      <div className={own.picture}>{tile && <TileView tile={tile} {...look} />}</div>
      <div className={own.controls}>
        {rights.microphone && (
          <button
            type="button"
            className={own.button}
            data-off={!microphone.on || undefined}
            aria-label={label}
            title={label}
            onClick={() => void call.media.microphone.set(!microphone.on)}
          >
            <Icon size={22} aria-hidden />
          </button>
        )}
        <button
          type="button"
          className={own.button}
          data-leave
          aria-label={text.leave}
          title={text.leave}
          onClick={() => void call.leave()}
        >
          <IconPhoneFilled className={own.hangUp} size={22} aria-hidden />
        </button>
      </div>
    </>
  );
}
