import {
  BackgroundProcessor,
  type BackgroundProcessorWrapper,
  type SwitchBackgroundProcessorOptions,
} from '@livekit/track-processors';
import { Track } from 'livekit-client';
import type { Background } from './background.ts';
import { visionFolder } from './folder.ts';
import { ownPicture } from './own-picture.ts';
import { pictures } from './pictures.ts';

export type BackgroundEffect = BackgroundProcessorWrapper;

type EffectOptions = Exclude<SwitchBackgroundProcessorOptions, { mode: 'disabled' }>;

export function optionsOf(choice: Exclude<Background, 'none'>): EffectOptions {
  if (choice === 'blur') return { mode: 'background-blur', blurRadius: 12 };
  const imagePath = choice === 'own' ? ownPicture.get() : pictures[choice];
  // Without a picture the room would be seen.
  if (imagePath === undefined) throw new Error('there is no own picture');
  return { mode: 'virtual-background', imagePath };
}

/** Without a graphics card the browser emulates one, and the model runs much faster on the processor itself. */
function hasGraphicsCard(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const renderer = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return !/swiftshader|llvmpipe|software|basic render/i.test(renderer);
}

/** Shows an effect before the call. The camera's own track stays as it is. */
export async function previewEffect(
  track: MediaStreamTrack,
  choice: Exclude<Background, 'none'>,
): Promise<{ track: MediaStreamTrack; end: () => void }> {
  const effect = createEffect(choice);
  const element = document.createElement('video');
  element.muted = true;
  element.srcObject = new MediaStream([track]);
  const end = (): void => {
    element.srcObject = null;
    void effect.destroy().catch(() => undefined);
  };
  try {
    const play = element.play();
    await effect.init({ kind: Track.Kind.Video, track, element } as Parameters<BackgroundEffect['init']>[0]);
    await play;
    if (!effect.processedTrack) throw new Error('the effect has no picture');
    return { track: effect.processedTrack, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** An effect for one camera. All its files are on our own server (docs/decisions/0100). */
export function createEffect(choice: Exclude<Background, 'none'>): BackgroundEffect {
  const effect = BackgroundProcessor({
    ...optionsOf(choice),
    assetPaths: {
      tasksVisionFileSet: visionFolder,
      modelAssetPath: `${visionFolder}/selfie_segmenter.tflite`,
    },
    segmenterOptions: { delegate: hasGraphicsCard() ? 'GPU' : 'CPU' },
    // More costs processor time and shows no better that somebody sits still.
    maxFps: 24,
  });
  // The library sends the first picture as it is, to begin sooner; it would show what the person hides.
  effect.transformer.isFirstFrame = false;
  return effect;
}
