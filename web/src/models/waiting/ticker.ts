/** Runs in a worker: reports when a time is over. */
self.addEventListener(
  'message',
  ({ data: { id, milliseconds } }: MessageEvent<{ id: number; milliseconds: number }>) => {
    setTimeout(() => postMessage(id), milliseconds);
  },
);
