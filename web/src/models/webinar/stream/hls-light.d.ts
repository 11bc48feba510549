/** The build of hls.js without subtitles, encryption and alternative audio. It has the same types. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
