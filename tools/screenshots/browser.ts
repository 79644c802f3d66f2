import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
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
  '--disable-quic',
  '--no-first-run',
  // What a browser does on its own, such as looking for updates, is not wanted here.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Launches a Chromium without a window, for tests and screenshots: the one of `CHROMIUM_PATH`, else one on the `PATH`, else
 * the one that npm installed with the project, which brings the libraries that it needs.
 */
export async function launchBrowser(): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH ?? onPath();
  if (installed) return chromium.launch({ executablePath: installed, args: FLAGS });
  const { executablePath, env } = await bundled();
  return chromium.launch({
    executablePath,
    env,
    args: [...FLAGS, '--single-process', '--no-zygote', '--use-gl=angle'],
  });
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

/** The program unpacks itself; its libraries are unpacked here, because it does so only on Amazon's machines. */
async function bundled() {
  const archives = join(dirname(createRequire(__filename).resolve('@sparticuz/chromium')), '../../bin');
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
  const archive = join(folder, 'libraries.tar');
  writeFileSync(archive, brotliDecompressSync(readFileSync(join(archives, 'al2023.tar.br'))));
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') } as Record<string, string>;
  return { executablePath: await bundledChromium.executablePath(), env };
}
