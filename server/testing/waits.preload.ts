// Sets the waits of a server that was started with the settings of `withWaits`.

const given: Record<string, object> = JSON.parse(process.env.TEST_WAITS ?? '{}');
for (const [path, shorter] of Object.entries(given)) {
  const { waits } = (await import(`../src/${path}`)) as { waits: object };
  const unknown = Object.keys(shorter).filter((name) => !(name in waits));
  if (unknown.length > 0) throw new Error(`${path} has no waits ${unknown.join(', ')}`);
  Object.assign(waits, shorter);
}
