import type { ReactNode } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { PageHead } from '../../../ui/page/head.tsx';

type Props = {
  title: string;
  /** Breadcrumbs between the list of groups and this page. */
  above?: { name: string; to: string }[];
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The head of every page of a webhook. */
export function WebhookFrame({ title, above = [], about, actions, children }: Props) {
  const text = useText('webhooks');
  return (
    <>
      <PageHead
        title={title}
        crumbsLabel={text.where}
        crumbs={[
          { name: text.integration, to: pages.integration },
          { name: text.webhooks, to: pages.webhooks },
          ...above,
        ]}
        about={about}
        actions={actions}
      />
      {children}
    </>
  );
}
