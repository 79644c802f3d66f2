import { Money } from '@app/kernel';
import { LANGUAGES } from '../texts/languages';
import { aContext, aLink, anOffer, anOrder, aView, NOW } from '../testing/fakes';
import { textOf } from '../testing/text-of';
import { choosePage } from './choose.page';
import { instructionsPage } from './instructions.page';
import { noticePage } from './notice.page';
import { outcomePage } from './outcome.page';

const HOSTILE = `<script>alert(1)</script>" onload='x' \u202Egnp.exe ${'w'.repeat(255)}`;

async function everyPage(sandbox: boolean, text: string): Promise<string[]> {
  const context = aContext({ sandbox });
  const view = aView({
    merchant: text,
    link: aLink({ description: text, amount: Money.of('999999999999.99', 'ARS') }),
  });
  const order = await anOrder('ars_qr', '15000', {
    instructions: [
      { kind: 'qr', label: text, value: text },
      { kind: 'copy', label: text, value: text },
      { kind: 'text', label: text, value: text },
      { kind: 'link', label: text, value: `https://bank.example/${text}` },
    ],
  });
  const form = { method: text, name: text, email: text, document: text };
  return [
    choosePage(context, { view, offers: [anOffer('ars_qr', '1')], form, problems: { name: 'No.' }, openOrder: order }),
    instructionsPage(context, { view, order, now: NOW }),
    outcomePage(context, { ...view, order }, 'paid'),
    noticePage(context, context.texts.failed, '/checkout/x'),
  ];
}

describe('every page', () => {
  it('contains no markup of a stranger', async () => {
    for (const page of await everyPage(true, HOSTILE)) {
      expect(page.match(/<script\b[^>]*>/g)).toHaveLength(1);
      // With the quoted values out of the way, nothing of them may be left inside a tag.
      expect(page.replaceAll(/"[^"]*"/g, '')).not.toMatch(/<[^>]*(?:onload|alert)/);
    }
  });

  it('lets no stranger turn the direction of its text', async () => {
    for (const page of await everyPage(false, HOSTILE)) {
      // What a field holds and what is copied stay as they are: they cannot reach beyond their elements.
      const shown = page.replaceAll(/<input[^>]*>|<code [^>]*dir="ltr"[^>]*>[^<]*<\/code>/g, '');
      expect(shown.includes('\u202E')).toBe(false);
    }
  });

  it('keeps strangers’ text apart from its own', async () => {
    const [, , outcome] = await everyPage(false, 'שלום');
    expect(outcome).toContain('<bdi>שלום</bdi>');
  });

  it('runs nothing and styles nothing from within its markup', async () => {
    for (const page of await everyPage(true, 'x')) {
      expect(page).not.toMatch(/<style|<script(?! src="\/checkout\/assets\/checkout\.js\?v=[0-9a-f]{16}" defer><)/);
      expect(page).not.toMatch(/<[^>]*\s(?:style|on\w+)=/);
    }
  });

  it('fetches nothing from anybody else', async () => {
    for (const page of await everyPage(true, 'x')) {
      expect(
        page.match(/(?:src|href|action)="(?!\/(?!\/)|data:image\/svg\+xml,|https:\/\/bank\.example\/)[^"]*"/g),
      ).toBeNull();
    }
  });

  it('has one heading, one main part and a language', async () => {
    for (const page of await everyPage(false, 'x')) {
      expect(page.match(/<h1>/g)).toHaveLength(1);
      expect(page.match(/<main\b/g)).toHaveLength(1);
      expect(page).toMatch(/^<!doctype html>\n<html lang="en-GB">/);
    }
  });

  it('labels every field', async () => {
    for (const page of await everyPage(true, 'x')) {
      for (const [, id] of page.matchAll(/<input id="([^"]+)"/g)) expect(page).toContain(`<label for="${id}">`);
    }
  });

  it('says so in the sandbox, and only there', async () => {
    for (const page of await everyPage(true, 'x')) expect(textOf(page)).toContain(LANGUAGES.en.sandbox);
    for (const page of await everyPage(false, 'x')) expect(textOf(page)).not.toContain(LANGUAGES.en.sandbox);
  });

  it('offers to try again only where that can help', () => {
    const { texts } = aContext();
    expect(noticePage(aContext(), texts.unavailable, '/checkout/1')).toContain('href="/checkout/1">Try again</a>');
    expect(noticePage(aContext(), texts.notFound)).not.toContain('Try again');
  });
});
