/** The clients of the API's tests, for benches, which import no feature. */
export { BbbClient, makeBbbGroup } from '../../src/bbb/testing/bbb-client.ts';
export { type EnteredMeeting, enterMeeting } from '../../src/bbb/testing/joining.ts';
