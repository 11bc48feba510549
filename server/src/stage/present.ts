import { Stage } from '../../../contract/operations/stage.ts';
import type { Answer } from '../../../contract/routes.ts';
import type { Db } from '../platform/db/db.ts';
import { presentFields } from '../platform/present.ts';
import { itemOnStage, type StageItem } from './store.ts';

export const presentStage = (item: StageItem): Answer<'getStage'> => presentFields(Stage, item);

/** The item on the stage of a room, as the API shows it. */
export const stageOf = async (db: Db, roomId: string): Promise<Answer<'getStage'>> =>
  presentStage(await itemOnStage(db, roomId));
