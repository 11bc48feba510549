import { createHash, randomUUID } from 'node:crypto';
import type { School } from './school.ts';

/** A meeting of BigBlueButton in a group of its own, as a learning platform makes it. */
export class BbbMeeting {
  readonly #base: string;
  readonly #secret: string;
  readonly #meetingID = randomUUID();

  private constructor(base: string, secret: string) {
    this.#base = base;
    this.#secret = secret;
  }

  static async create({ client }: School, parameters: Record<string, string>): Promise<BbbMeeting> {
    const { id: spaceId } = await client.createSpace({ body: { name: 'Moodle' } });
    const { url, secret } = await client.createBigBlueButton({ spaceId });
    const meeting = new BbbMeeting(url, secret);
    await meeting.#call('create', parameters);
    return meeting;
  }

  /** The address that `join` leads a person to. */
  async join(
    fullName: string,
    role: 'MODERATOR' | 'VIEWER',
    more: Record<string, string> = {},
  ): Promise<string> {
    const response = await this.#call('join', { fullName, role, ...more });
    return response.headers.get('location') ?? '';
  }

  async sendChatMessage(message: string, userName: string): Promise<void> {
    await this.#call('sendChatMessage', { message, userName });
  }

  async #call(call: string, parameters: Record<string, string>): Promise<Response> {
    const query = new URLSearchParams({ meetingID: this.#meetingID, ...parameters }).toString();
    const checksum = createHash('sha256').update(`${call}${query}${this.#secret}`).digest('hex');
    const response = await fetch(`${this.#base}api/${call}?${query}&checksum=${checksum}`, {
      redirect: 'manual',
    });
    if (response.status === 200 && !(await response.clone().text()).includes('SUCCESS'))
      throw new Error(`${call}: ${await response.text()}`);
    return response;
  }
}
