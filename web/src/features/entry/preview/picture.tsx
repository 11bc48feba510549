import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { useBackgroundTexts } from '../../../room/use-background-texts.ts';
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { LevelMeter } from './level-meter.tsx';
import { isComing, type Preview, type PreviewSource, type PreviewState } from './model.ts';
import classes from './preview.module.css';
import type { MediaKind } from './sources.ts';
import type { EffectPicture } from './use-effect-picture.ts';

type PictureProps = {
  preview: Preview;
  state: PreviewState;
  picture: EffectPicture;
  name: string;
  seed: string | undefined;
  /** A small tile with the switches beside it. */
  isCompact: boolean;
  /** After the switches. */
  children: ReactNode;
};

/** The tile as others will see it, with its two switches. */
export function PreviewPicture({ preview, state, picture, name, seed, isCompact, children }: PictureProps) {
  const text = useText('preview');
  const { audio, video } = state;
  return (
    <div
      className={classes.view}
      data-compact={isCompact || undefined}
      data-picture={video.track ? true : undefined}
    >
      <Grid className={classes.stage}>
        {picture.track ? (
          <CameraPicture picture={picture} />
        ) : (
          <Grid center gap="lg" className={classes.noPicture}>
            <Avatar name={name} seed={seed} size="clamp(48px, 11vh, 96px)" />
            {/* A small tile has no room for it. */}
            <Text
              size="md"
              tone="stage-dim"
              unseen={isCompact}
              className={isCompact ? undefined : classes.hint}
            >
              {hintFor(state, text)}
            </Text>
          </Grid>
        )}
        {audio.track && <LevelMeter track={audio.track} label={text.level} />}
      </Grid>
      <Row justify="center" gap="md" className={classes.switches}>
        <Switch kind="audio" preview={preview} source={audio} />
        <Switch kind="video" preview={preview} source={video} />
        {children}
      </Row>
    </div>
  );
}

function hintFor({ audio, video }: PreviewState, text: Texts['preview']): string {
  if (video.status === 'asking') return audio.status === 'asking' ? text.asking : text.opening;
  return video.isOffered ? text.cameraOff : '';
}

/** The picture of the camera with its background. */
export function CameraPicture({ picture: { track, state } }: { picture: EffectPicture }) {
  const { picture: label } = useText('preview');
  const text = useBackgroundTexts();
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current && track) element.current.srcObject = new MediaStream([track]);
  }, [track]);
  return (
    <>
      <Text
        as="video"
        covers
        className={classes.video}
        ref={element}
        aria-label={label}
        autoPlay
        muted
        playsInline
      />
      <Text size="md" p="sm md" radius="md" tone="stage" hidesEmpty className={classes.effect} role="status">
        {{ plain: '', starting: text.starting, shown: '', failed: text.failed }[state]}
      </Text>
    </>
  );
}

type SwitchProps = { kind: MediaKind; preview: Preview; source: PreviewSource };

/** Turns a device on and off. */
function Switch({ kind, preview, source }: SwitchProps) {
  const text = useText('preview');
  if (!source.isOffered) return null;
  const isOn = isComing(source);
  const [label, Icon] = {
    audio: isOn ? [text.turnMicrophoneOff, IconMicrophone] : [text.turnMicrophoneOn, IconMicrophoneOff],
    video: isOn ? [text.turnCameraOff, IconVideo] : [text.turnCameraOn, IconVideoOff],
  }[kind] as [string, typeof IconVideo];
  return (
    <Grid
      as="button"
      center
      className={classes.switch}
      data-on={isOn || undefined}
      aria-label={label}
      title={label}
      onClick={() => preview.setWanted(kind, !isOn)}
    >
      <Icon size={22} />
    </Grid>
  );
}
