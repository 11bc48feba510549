import type { RemoteTrackPublication } from '@livekit/rtc-node';

/**
 * Asks the engine for the layer of a video that fits a size: to receive and decode more would cost the most of all that
 * a recorder does. The library has no call for it, but the client below it has.
 */
export const askForSize = (
  publication: RemoteTrackPublication,
  { width, height }: { width: number; height: number },
): void => {
  const trackPublicationHandle = publication.ffiHandle.handle;
  globalThis._ffiClientInstance?.request({
    message: {
      case: 'updateRemoteTrackPublicationDimension',
      value: { trackPublicationHandle, width, height },
    },
  });
};
