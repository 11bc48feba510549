/** Helpers to encode media for tests and benches outside the recorder. */
export { audioFrame, setOptions, videoFrame } from '../av.ts';
