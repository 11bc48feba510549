/** How media are encoded here, for tests and benches outside the recorder that make their own. */
export { audioFrame, setOptions, videoFrame } from '../av.ts';
