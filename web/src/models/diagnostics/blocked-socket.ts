import { api } from '../../api/api.ts';
import { checkSocket } from './socket-check.ts';

/**
 * Tells whether the network refuses WebSockets, which chat and the setting up of a call need.
 * @returns the host that it refuses; undefined if a socket opens and gets a response
 */
export async function findBlockedSocketHost(): Promise<string | undefined> {
  const { socketUrl } = await api().startDiagnostics();
  const { status } = await checkSocket(socketUrl);
  return status === 'failed' ? new URL(socketUrl).host : undefined;
}
