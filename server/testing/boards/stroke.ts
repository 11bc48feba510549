/** A stroke as Excalidraw makes it. */
export const stroke = (id: string, more: Record<string, unknown> = {}) => ({
  ...{ id, type: 'freedraw', version: 1, versionNonce: 5, isDeleted: false },
  ...{ x: 10, y: 20, width: 30, height: 40, angle: 0, strokeColor: '#1e1e1e', strokeWidth: 2, opacity: 100 },
  points: [
    [0, 0],
    [15.5, 20.25],
    [30, 40],
  ],
  ...more,
});
