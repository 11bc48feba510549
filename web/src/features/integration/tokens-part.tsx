import { Button, TextInput } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { createPersonalToken } from '../../../../contract/limits.generated.ts';
import type { Answer } from '../../../../contract/routes.ts';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { emptyFault } from '../../models/account/rules.ts';
import { useApi } from '../../panel/context.ts';
import { CurrentPassword } from '../../panel/current-password.tsx';
import { Loading } from '../../panel/loading/loading.tsx';
import { useLoaded } from '../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { lengthOf } from '../../panel/text-rules.ts';
import { useFields } from '../../panel/use-fields.ts';
import { useSubmit } from '../../panel/use-submit.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { useQuestion } from '../../ui/form/question.tsx';
import { Card, Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { Name } from '../../ui/parts/name.tsx';
import { TimeAgo } from '../../ui/parts/time-ago.tsx';
import css from './integration.module.css';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';

type Token = Answer<'listPersonalTokens'>['items'][number];

/** The personal tokens of the account. */
export function TokensPart() {
  const text = useText('integration');
  const api = useApi();
  const list = useLoaded({ key: ['tokens'], load: () => api.listPersonalTokens() });
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<ShownSecret>();
  const { ask, asked } = useQuestion();
  const button = useRef<HTMLButtonElement>(null);
  const remove = useSubmit(async (tokenId: string) => {
    await api.deletePersonalToken({ tokenId });
    list.reload();
  });
  const tokens = list.value?.items ?? [];
  const create = (
    <Button ref={button} leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
      {text.newToken}
    </Button>
  );

  return (
    <>
      <Row wrap align="end" justify="between" mb="lg" gap="md xl">
        <Text size="md" dim pretty measure={70}>
          {text.tokensAbout}
        </Text>
        {tokens.length > 0 && create}
      </Row>
      <ProblemLine of={remove} />
      <Card>
        <Loading of={list} isPart>
          {() =>
            tokens.length === 0 ? (
              <EmptyState icon={IconKey} title={text.tokensEmpty} text={text.tokensEmptyText}>
                {create}
              </EmptyState>
            ) : (
              <Stack as="ul" ruled aria-label={text.tokensList}>
                {tokens.map((token) => (
                  <TokenRow
                    key={token.id}
                    token={token}
                    onDelete={() =>
                      ask({
                        title: text.deleteTokenTitle,
                        text: text.deleteTokenText(plainName(token.name)),
                        yes: text.deleteToken,
                        act: () => void remove.run(token.id),
                        returnTo: () => button.current,
                      })
                    }
                  />
                ))}
              </Stack>
            )
          }
        </Loading>
      </Card>
      <Dialog isOpen={isMaking} title={text.newToken} onClose={() => setMaking(false)}>
        <NewToken
          onCancel={() => setMaking(false)}
          onMade={(next) => {
            setMaking(false);
            setShown(next);
            list.reload();
          }}
        />
      </Dialog>
      <SecretDialog shown={shown} onClose={() => setShown(undefined)} returnTo={() => button.current} />
      {asked}
    </>
  );
}

function TokenRow({ token, onDelete }: { token: Token; onDelete: () => void }) {
  const text = useText('integration');
  return (
    <Row as="li" align="center" gap="md" p="md lg" tall={64} className={css.row}>
      <Stack align="start" grow>
        <Text as="span" size="lg" weight={550} shrink>
          <Name>{token.name}</Name>
        </Text>
        <Row as="p" wrap size="sm" dim gap="0 sm">
          <span>
            {text.created} <TimeAgo at={token.createdAt} />,
          </span>
          <span>
            {token.lastUsedAt ? (
              <>
                {text.lastUsed} <TimeAgo at={token.lastUsedAt} />
              </>
            ) : (
              text.neverUsed
            )}
          </span>
        </Row>
      </Stack>
      <Button variant="default" aria-label={text.deleteTokenOf(plainName(token.name))} onClick={onDelete}>
        {text.deleteToken}
      </Button>
    </Row>
  );
}

type NewTokenProps = { onCancel: () => void; onMade: (shown: ShownSecret) => void };

function NewToken({ onCancel, onMade }: NewTokenProps) {
  const text = useText('integration');
  const { tooLong } = useText('saving');
  const api = useApi();
  const { form, submit, onSubmit } = useFields({
    initialValues: { name: '', currentPassword: '' },
    validate: ({ name, currentPassword }) => ({
      name: emptyFault(name)
        ? text.tokenNameMissing
        : lengthOf(name.trim()) > createPersonalToken.name && tooLong(createPersonalToken.name),
      currentPassword: emptyFault(currentPassword),
    }),
    send: async ({ name, currentPassword }) => {
      const made = await api.createPersonalToken({ body: { name: name.trim(), currentPassword } });
      onMade({
        title: text.tokenShown(plainName(made.name)),
        values: [{ label: text.token, value: made.token }],
      });
    },
    focusAfterRefusal: 'currentPassword',
  });

  return (
    <DialogForm submit={text.createToken} isBusy={submit.isBusy} onSubmit={onSubmit} onCancel={onCancel}>
      <TextInput
        {...form.getInputProps('name')}
        data-autofocus
        label={text.tokenName}
        placeholder={text.tokenNamePlaceholder}
        autoComplete="off"
      />
      <CurrentPassword {...form.getInputProps('currentPassword')} />
      <ProblemLine of={submit} />
    </DialogForm>
  );
}
