import { failed, passed, type Result } from './checks.ts';

const timeoutMs = 8_000;
/** Codes from here on are those of the application: they show that the server has read our frame. */
const ownCodes = 3_000;

/**
 * Opens the socket of chat and hands, and waits for a response. It connects without a token: the server refuses it,
 * and its refusal shows that frames pass in both directions.
 */
export function checkSocket(url: string): Promise<Result> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let isOpen = false;
    const socket = new WebSocket(url);
    const finish = (result: Result): void => {
      clearTimeout(timer);
      socket.close();
      resolve(result);
    };
    const fail = () => finish(failed(isOpen ? 'socketSilent' : 'socketClosed'));
    const pass = () => finish(passed({ ms: performance.now() - startedAt }));
    const timer = setTimeout(fail, timeoutMs);
    socket.onopen = () => {
      isOpen = true;
      socket.send(JSON.stringify({ id: 1, connect: {} }));
    };
    socket.onmessage = pass;
    socket.onclose = ({ code }) => (isOpen && code >= ownCodes ? pass() : fail());
  });
}
