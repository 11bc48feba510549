import { createRequire } from 'node:module';

interface Bindings {
  livekitInitialize(onEvent: (bytes: Uint8Array) => void, capturesLogs: boolean, version: string): void;
}

/**
 * LiveKit's native library passes each line of its log, down to the finest level, to JavaScript, where every room of
 * the process decodes it and drops it: nine tenths of the events. Importing this file ends that for this process.
 */
const bindings: Bindings = createRequire(import.meta.resolve('@livekit/rtc-node'))(
  '@livekit/rtc-ffi-bindings',
);
const { livekitInitialize } = bindings;
bindings.livekitInitialize = (onEvent, _, version) => livekitInitialize(onEvent, false, version);
