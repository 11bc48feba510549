import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Folders where systems have the program of LibreOffice. */
const folders = ['/usr/bin', '/usr/local/bin', '/opt/libreoffice/program', '/snap/bin'];

/** The program of LibreOffice on this machine; undefined: there is none. */
export function officeProgram(): string | undefined {
  return folders
    .map((folder) => join(folder, 'soffice'))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Whether this installation converts office files. */
export const convertsOffice = ({
  LECTERN_CONVERTER_URL: url,
}: Pick<Config, 'LECTERN_CONVERTER_URL'>): boolean => url !== undefined || officeProgram() !== undefined;
