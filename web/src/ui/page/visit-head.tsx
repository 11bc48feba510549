import type { ComponentProps, ComponentType } from 'react';
import { PageTitle, Row, Text } from '../layout/layout.tsx';

type Props = ComponentProps<'h1'> & {
  icon: ComponentType<{ size: number; 'aria-hidden': boolean }>;
  kind: string;
  badges?: readonly (string | false | null | undefined)[];
};

/** The kind and, as the heading, the name of the place that a person visits. */
export function VisitHead({ icon: Icon, kind, badges = [], ...heading }: Props) {
  return (
    <>
      <Row as="p" wrap align="center" gap="sm" size="md" weight={500} dim>
        <Icon size={16} aria-hidden />
        {kind}
        {badges.map(
          (badge) =>
            badge && (
              <Text
                as="span"
                key={badge}
                size="sm"
                weight={600}
                tone="accent"
                p="0 sm"
                radius="md"
                ground="accent-soft"
              >
                {badge}
              </Text>
            ),
        )}
      </Row>
      <PageTitle mt="sm" {...heading} />
    </>
  );
}
