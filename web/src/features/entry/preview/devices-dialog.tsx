import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { useText } from '../../../i18n/language.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DeviceChoices, type DevicesProps } from './device-choices.tsx';
import { CameraPicture } from './picture.tsx';
import classes from './preview.module.css';
import type { EffectPicture } from './use-effect-picture.ts';

export type DevicesDialogProps = DevicesProps & {
  picture: EffectPicture;
  isOpen: boolean;
  /** The button that opened it. */
  returnTo: () => HTMLElement | null;
  onClose: () => void;
};

/** The devices of the preview on a phone. The page has no room for them beside the form. */
export function DevicesDialog({ picture, isOpen, returnTo, onClose, ...devices }: DevicesDialogProps) {
  const text = useText('preview');
  return (
    <Dialog isOpen={isOpen} title={text.devices} returnTo={returnTo} onClose={onClose}>
      {picture.track && (
        <div className={classes.stage} data-dialog>
          <CameraPicture picture={picture} />
        </div>
      )}
      <DeviceChoices {...devices} />
    </Dialog>
  );
}
