import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { useBackgroundTexts } from '../../../room/use-background-texts.ts';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { LevelMeter } from './level-meter.tsx';
import type { Preview, PreviewState } from './model.ts';
import classes from './preview.module.css';
import { useEffectPicture } from './use-effect-picture.ts';

type PictureProps = { preview: Preview; state: PreviewState; name: string; seed: string };

/** The tile as others will see it, with its two switches. */
export function PreviewPicture({ preview, state, name, seed }: PictureProps) {
  const text = useText('preview');
  const { audio, video } = state;
  return (
    <div className={classes.stage} data-picture={video.track ? true : undefined}>
      {video.track ? (
        <CameraPicture camera={video.track} label={text.picture} />
      ) : (
        <div className={classes.noPicture}>
          <Avatar name={name} seed={seed} size="clamp(48px, 11vh, 96px)" />
          <p className={classes.hint}>{hintFor(state, text)}</p>
        </div>
      )}
      <div className={classes.switches}>
        {audio.isOffered && (
          <Switch
            isOn={audio.isWanted && isUsable(audio.status)}
            label={audio.isWanted && isUsable(audio.status) ? text.turnMicrophoneOff : text.turnMicrophoneOn}
            on={<IconMicrophone size={22} />}
            off={<IconMicrophoneOff size={22} />}
            onToggle={(isOn) => preview.setWanted('audio', isOn)}
          />
        )}
        {video.isOffered && (
          <Switch
            isOn={video.isWanted && isUsable(video.status)}
            label={video.isWanted && isUsable(video.status) ? text.turnCameraOff : text.turnCameraOn}
            on={<IconVideo size={22} />}
            off={<IconVideoOff size={22} />}
            onToggle={(isOn) => preview.setWanted('video', isOn)}
          />
        )}
      </div>
      {audio.track && <LevelMeter track={audio.track} label={text.level} />}
    </div>
  );
}

function isUsable(status: PreviewState['audio']['status']): boolean {
  return status === 'on' || status === 'asking';
}

function hintFor({ audio, video }: PreviewState, text: Texts['preview']): string {
  if (video.status === 'asking') return audio.status === 'asking' ? text.asking : text.opening;
  return video.isOffered ? text.cameraOff : '';
}

function CameraPicture({ camera, label }: { camera: MediaStreamTrack; label: string }) {
  const text = useBackgroundTexts();
  const { track, state } = useEffectPicture(camera);
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current) element.current.srcObject = new MediaStream([track]);
  }, [track]);
  return (
    <>
      <video className={classes.video} ref={element} aria-label={label} autoPlay muted playsInline />
      <p className={classes.effect} role="status">
        {{ plain: '', starting: text.starting, shown: '', failed: text.failed }[state]}
      </p>
    </>
  );
}

type SwitchProps = {
  isOn: boolean;
  label: string;
  on: ReactNode;
  off: ReactNode;
  onToggle: (isOn: boolean) => void;
};

function Switch({ isOn, label, on, off, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      className={classes.switch}
      data-on={isOn || undefined}
      aria-label={label}
      title={label}
      onClick={() => onToggle(!isOn)}
    >
      {isOn ? on : off}
    </button>
  );
}
