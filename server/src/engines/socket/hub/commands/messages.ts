import { isFields } from '../../../../platform/http/input/declared.ts';
import type { ClientMessage } from '../../socket.ts';
import type { Connection } from '../connections/connection.ts';
import { refusals, type SocketCommand } from './protocol.ts';
import type { CommandHandler } from './queries.ts';

const messageOf = (
  { userId }: Connection,
  { size }: SocketCommand,
  { method, data }: Record<string, unknown>,
): ClientMessage => ({ userId, method: typeof method === 'string' ? method : '', data, size });

/** The protocol gives `send` no method of its own: its `data` is `{method, data}`. */
export const takeSend: CommandHandler = ({ inbox }, connection, command) => {
  const { data } = command.fields;
  inbox?.take(messageOf(connection, command, isFields(data) ? data : {}));
};

/** The next command of the connection waits for the answer. */
export const answerRpc: CommandHandler = async ({ inbox }, connection, command) => {
  if (!inbox) return connection.refuse(command.id, refusals.notAvailable);
  const answer = await inbox.answer(messageOf(connection, command, command.fields));
  if ('error' in answer) connection.refuse(command.id, answer.error);
  else connection.reply('rpc', command.id, JSON.stringify({ data: answer.data ?? {} }));
};
