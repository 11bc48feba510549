import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import type { GroupPartProps } from '../../../panel/room-history.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { BigBlueButtonSection } from '../bigbluebutton/bigbluebutton-section.tsx';
import { SampleCall } from '../sample-call.tsx';
import { TokenList } from './token-list.tsx';

/** The tokens of a group, on the group's page, for its owner. */
export function GroupIntegration({ spaceId }: GroupPartProps) {
  const text = useText('integration');
  const api = useApi();
  return (
    <>
      <TokenList
        source={{
          key: ['space tokens', spaceId],
          load: () => api.listSpaceTokens({ spaceId }),
          create: (body) => api.createSpaceToken({ spaceId, body }),
          remove: (spaceTokenId) => api.deleteSpaceToken({ spaceId, spaceTokenId }),
          texts: {
            about: text.spaceTokensAbout,
            empty: text.spaceTokensEmpty,
            emptyText: text.spaceTokensEmptyText,
            list: text.spaceTokensList,
            allText: text.spaceScopeAllText,
          },
        }}
      />
      <Stack mt="xl">
        <Section title={text.tabWebhooks} text={text.spaceWebhooksText}>
          <div>
            <LinkButton variant="default" to={pathTo(pages.webhook, { spaceId })}>
              {text.spaceWebhooks}
            </LinkButton>
          </div>
        </Section>
        <BigBlueButtonSection spaceId={spaceId} />
        <SampleCall spaceId={spaceId} />
      </Stack>
    </>
  );
}
