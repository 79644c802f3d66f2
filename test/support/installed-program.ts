import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian installs servers, which the PATH of an ordinary user lacks. */
const SYSTEM = '/usr/sbin';

/** The path of a program that is installed beside the project. Throws with the name of its Debian package if it is not there. */
export function installedProgram(name: string, debianPackage = name): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), SYSTEM];
  const path = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (path === undefined) throw new Error(`${name} is not installed: apt-get install ${debianPackage}`);
  return path;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
