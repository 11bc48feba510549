import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconBrush,
  IconCircle,
  IconCircleFilled,
  IconEraser,
  IconLetterT,
  IconLine,
  IconPencil,
  IconRectangle,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { type ComponentProps, type ComponentType, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { createStore } from '../../kit/store.ts';
import type { Boards, OpenBoard } from '../../models/board/boards.ts';
import { type Pen, penColors, penWidths, type Tool, tools } from '../../models/board/pen.ts';
import type { InkToolsProps } from '../../room/meeting-parts.ts';
import { useBoardsIfOpen } from '../../room/room-parts.tsx';
import { Confirm, type Question } from '../../ui/form/confirm.tsx';
import { Pill, Row } from '../../ui/layout/layout.tsx';
import { useStore } from '../../ui/use-store.ts';
import css from './ink-tools.module.css';

const never = createStore(false);

/** The button that takes the pen, and then the tools; nothing for those who may not draw. */
export function InkTools({ mayClear }: InkToolsProps) {
  const boards = useBoardsIfOpen();
  const mayDraw = useStore(boards?.mayDraw ?? never);
  if (!boards || !mayDraw) return null;
  return <Tools boards={boards} mayClear={mayClear} />;
}

type Icon = ComponentType<{ size: number; 'aria-hidden'?: boolean }>;
type ToolButtonProps = { icon: Icon; label: string } & Omit<ComponentProps<'button'>, 'children'>;

const look = { ground: 'stage-raised', hover: 'fill', square: 36, radius: 'round' } as const;

const ToolButton = ({ icon: Icon, label, ...props }: ToolButtonProps) => (
  <Pill {...look} aria-label={label} title={label} {...props}>
    <Icon size={18} aria-hidden />
  </Pill>
);

function Tools({ boards, mayClear }: { boards: Boards } & InkToolsProps) {
  const text = useText('boards');
  const pen = useStore(boards.pen);
  const open = useStore(boards.shown);
  return (
    <Row justify="end" gap="xs" wrap className={css.tools} role="toolbar" aria-label={text.tools}>
      {!pen && <ToolButton icon={IconBrush} label={text.draw} onClick={() => boards.startDrawing()} />}
      {pen && (
        <>
          <Kinds pen={pen} boards={boards} />
          <Look pen={pen} boards={boards} />
          {open && <Undo open={open} />}
          {mayClear && open && <Clear boards={boards} />}
          <ToolButton icon={IconX} label={text.stop} onClick={() => boards.stopDrawing()} />
        </>
      )}
    </Row>
  );
}

type PenProps = { pen: Pen; boards: Boards };

const icons: Record<Tool, Icon> = {
  freedraw: IconPencil,
  line: IconLine,
  arrow: IconArrowUpRight,
  rectangle: IconRectangle,
  ellipse: IconCircle,
  text: IconLetterT,
  eraser: IconEraser,
};

function Kinds({ pen, boards }: PenProps) {
  const text = useText('boards');
  return tools.map((tool) => (
    <ToolButton
      key={tool}
      icon={icons[tool]}
      label={text[tool]}
      aria-pressed={pen.tool === tool}
      onClick={() => boards.changePen({ tool })}
    />
  ));
}

function Look({ pen, boards }: PenProps) {
  const text = useText('boards');
  const colors = [text.black, text.red, text.blue, text.green, text.orange, text.white];
  const widths = [text.thin, text.medium, text.thick];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Pill {...look} aria-label={text.look} title={text.look}>
          <IconCircleFilled size={18} color={pen.color} aria-hidden />
        </Pill>
      </Menu.Target>
      <Menu.Dropdown>
        {penColors.map((color, index) => (
          <Menu.Item
            key={color}
            leftSection={<IconCircleFilled size={18} color={color} aria-hidden />}
            aria-current={pen.color === color}
            onClick={() => boards.changePen({ color })}
          >
            {colors[index]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {penWidths.map((width, index) => (
          <Menu.Item
            key={width}
            leftSection={<IconLine size={18} stroke={1 + index} aria-hidden />}
            aria-current={pen.width === width}
            onClick={() => boards.changePen({ width })}
          >
            {widths[index]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Undo({ open: { drawing } }: { open: OpenBoard }) {
  const text = useText('boards');
  const mayUndo = useStore(drawing.mayUndo);
  return (
    <ToolButton icon={IconArrowBackUp} label={text.undo} disabled={!mayUndo} onClick={() => drawing.undo()} />
  );
}

function Clear({ boards }: { boards: Boards }) {
  const text = useText('boards');
  const opener = useRef<HTMLButtonElement>(null);
  const [question, setQuestion] = useState<Question>();
  return (
    <>
      <ToolButton
        icon={IconTrash}
        label={text.clear}
        ref={opener}
        onClick={() =>
          setQuestion({
            ...{ title: text.clearTitle, text: text.clearText, yes: text.clear },
            act: () => void boards.clear(),
            returnTo: () => opener.current,
          })
        }
      />
      <Confirm question={question} cancel={text.cancel} onClose={() => setQuestion(undefined)} />
    </>
  );
}
