import type { Browser } from 'playwright-core';
import { launchBundledBrowser } from '../../tools/screenshots/browser';

/** Runs in the file of the other sections, because two processes must not unpack the program at the same time. */
export function bundledChromium(): void {
  it('opens another window after one is closed', async () => {
    const browser = await launchBundledBrowser();
    try {
      expect([await shown(browser), await shown(browser)]).toEqual(['shown', 'shown']);
    } finally {
      await browser.close();
    }
  }, 60_000);
}

/** What a page in a window of its own shows. */
async function shown(browser: Browser): Promise<string> {
  const page = await browser.newPage();
  await page.goto('data:text/html,<h1>shown</h1>');
  const heading = await page.locator('h1').innerText();
  await page.close();
  return heading;
}
