import type { RemoteTrackPublication } from '@livekit/rtc-node';

/**
 * Requests the simulcast layer of a video that fits a size: receiving and decoding larger ones would be the
 * recorder's largest cost. The library has no call for it, but the native client below it has.
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
