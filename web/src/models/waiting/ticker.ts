/** Runs in a worker: says when a time is over. */
self.addEventListener(
  'message',
  ({ data: { id, milliseconds } }: MessageEvent<{ id: number; milliseconds: number }>) => {
    setTimeout(() => postMessage(id), milliseconds);
  },
);
