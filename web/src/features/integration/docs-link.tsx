import { IconExternalLink } from '@tabler/icons-react';
import { Row } from '../../ui/layout/layout.tsx';

/** A link to the documentation, in a new tab. */
export function DocsLink({ href, children }: { href: string; children: string }) {
  return (
    <Row
      as="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      inline
      align="center"
      size="lg"
      weight={500}
      tone="accent"
      underline="hover"
      gap="sm"
    >
      {children}
      <IconExternalLink size={16} aria-hidden />
    </Row>
  );
}
