import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { TokenList } from './token-list.tsx';

/** The personal tokens of the account. */
export function TokensPart() {
  const text = useText('integration');
  const api = useApi();
  return (
    <TokenList
      source={{
        key: ['tokens'],
        load: () => api.listPersonalTokens(),
        create: (body) => api.createPersonalToken({ body }),
        remove: (tokenId) => api.deletePersonalToken({ tokenId }),
        texts: {
          about: text.tokensAbout,
          empty: text.tokensEmpty,
          emptyText: text.tokensEmptyText,
          list: text.tokensList,
          allText: text.scopeAllText,
        },
      }}
    />
  );
}
