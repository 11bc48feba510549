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

/** The node takes requests. */
export const isReady = async (url: string): Promise<boolean> => (await healthOf(url))?.status === 'ready';

/** The node takes requests, and everything that it needs answers it. */
export async function isHealthy(url: string): Promise<boolean> {
  const health = await healthOf(url);
  const states = Object.values(health?.dependencies ?? { none: 'down' });
  return health?.status === 'ready' && states.every((state) => state === 'up');
}
