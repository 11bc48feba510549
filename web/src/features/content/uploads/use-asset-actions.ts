import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { type Submit, useSubmit } from '../../../panel/use-submit.ts';
import type { Question } from '../../../ui/form/confirm.tsx';

export type ListedAsset = Answer<'listAssets'>['items'][number];

type Sending = Submit<[() => Promise<unknown>]>;

export type AssetActions = {
  /** Resolves to whether it succeeded. */
  rename: (asset: ListedAsset, name: string) => Promise<boolean>;
  remove: (asset: ListedAsset, returnTo: Question['returnTo']) => void;
  /** The problem of the last action, if any. */
  problem: Sending;
};

type Parts = { ask: (question: Question) => void; onChanged: () => void };

/** The actions on an uploaded video. */
export function useAssetActions({ ask, onChanged }: Parts): AssetActions {
  const text = useText('uploads');
  const api = useApi();
  const { forbidden } = text.faults;
  // Separate requests, because a click on another action also saves the name.
  const renaming: Sending = useSubmit((send) => send(), { forbidden });
  const removing: Sending = useSubmit((send) => send(), { forbidden });

  async function run(one: Sending, send: () => Promise<unknown>): Promise<boolean> {
    for (const { touch } of [renaming, removing]) touch();
    const isDone = await one.run(send);
    if (isDone) onChanged();
    return isDone;
  }

  return {
    problem: [renaming, removing].find(({ problem }) => problem) ?? renaming,
    rename: ({ id: assetId, spaceId }, name) =>
      run(renaming, () => api.updateAsset({ spaceId, assetId, body: { name } })),
    remove: ({ id: assetId, spaceId, name }, returnTo) =>
      ask({
        title: text.removeTitle(plainName(name)),
        text: text.removeText,
        yes: text.remove,
        act: () => void run(removing, () => api.deleteAsset({ spaceId, assetId })),
        returnTo,
      }),
  };
}
