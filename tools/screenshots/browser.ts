import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import bundledChromium from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

/** Programs that are a Chromium, as distributions name them. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const FLAGS = [
  // Chromium's sandbox does not start as root, which is the user in many containers. It loads our own pages only.
  '--no-sandbox',
  '--disable-gpu',
  // Without a process for graphics, the panel's tests of signing in take a tenth less time.
  '--in-process-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  // What a browser does on its own, such as searching for updates, is not wanted here.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Launches a Chromium without a window, for tests and screenshots: the one of `CHROMIUM_PATH`, else one on the `PATH`,
 * else the one that npm installed with the project.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? onPath();
  return executablePath ? chromium.launch({ executablePath, args: FLAGS }) : launchBundledBrowser();
}

/**
 * Launches the Chromium that npm installed with the project. The program unpacks itself; the libraries that it needs
 * are unpacked here, because it does so only on Amazon's machines. Of its recommended flags, `--single-process` is left
 * out: closing a window would end the browser.
 */
export async function launchBundledBrowser(): Promise<Browser> {
  const libraries = mkdtempSync(join(tmpdir(), 'chromium-'));
  const remove = () => rmSync(libraries, { recursive: true, force: true });
  try {
    unpackLibraries(libraries);
    const browser = await chromium.launch({
      executablePath: await bundledChromium.executablePath(),
      env: { ...process.env, LD_LIBRARY_PATH: join(libraries, 'lib') },
      args: FLAGS,
    });
    browser.on('disconnected', remove);
    return browser;
  } catch (error) {
    remove();
    throw error;
  }
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function unpackLibraries(folder: string): void {
  const packages = join(dirname(createRequire(__filename).resolve('@sparticuz/chromium')), '../../bin');
  const archive = join(folder, 'libraries.tar');
  writeFileSync(archive, brotliDecompressSync(readFileSync(join(packages, 'al2023.tar.br'))));
  execFileSync('tar', ['-xf', archive, '-C', folder]);
}
