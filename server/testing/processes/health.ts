interface Health {
  status: string;
  dependencies?: Record<string, 'up' | 'down'>;
}

export async function healthOf(url: string): Promise<Health | undefined> {
  try {
    return (await (await fetch(`${url}/readyz`)).json()) as Health;
  } catch {
    return undefined;
  }
}

/** Whether the node takes requests. */
export const isReady = async (url: string): Promise<boolean> => (await healthOf(url))?.status === 'ready';

/** Whether the node takes requests and all its dependencies respond. */
export async function isHealthy(url: string): Promise<boolean> {
  const health = await healthOf(url);
  const states = Object.values(health?.dependencies ?? { none: 'down' });
  return health?.status === 'ready' && states.every((state) => state === 'up');
}
