import type { ComponentProps } from 'react';
import { PartBoundary } from '../../faults/part-boundary.tsx';
import { useOpenedChat } from '../../room/chat-context.ts';

/** A part that needs the chat's connection. */
export const PartWithChat = (props: ComponentProps<typeof PartBoundary>) =>
  useOpenedChat().isOpen && <PartBoundary {...props} />;
