import { aContext, aLink } from '../testing/fakes';
import { everyPage } from '../testing/every-page';
import { textOf } from '../testing/text-of';
import { LANGUAGES } from '../texts/languages';

const HOSTILE = `<script>alert(1)</script>" onload='x' \u202Egnp.exe ${'w'.repeat(255)}`;

describe.each(Object.values(LANGUAGES))('every page in $language', (texts) => {
  const pages = (text = 'Librería del Lago', sandbox = true) => everyPage(aContext({ texts, sandbox }), text);

  /** The faults of each page, by its name. */
  async function problems(about: (page: string) => unknown, shown = pages()): Promise<Record<string, unknown>> {
    const found = [...(await shown)].map(([name, page]) => [name, about(page)] as const);
    return Object.fromEntries(found.filter(([, problem]) => problem !== null && problem !== undefined));
  }

  it('is in that language and says so', async () => {
    const start = `<!doctype html>\n<html lang="${texts.locale}">`;
    expect(await problems((page) => (page.startsWith(start) ? null : page.slice(0, 60)))).toEqual({});
  });

  it('is described for search results and previews of messages', async () => {
    const tags = ['name="description"', 'property="og:title"', 'property="og:description"', 'property="og:type"'];
    const missing = (page: string) => tags.find((tag) => !new RegExp(`<meta ${tag} content="[^"]+">`).test(page));
    expect(await problems(missing)).toEqual({});
  });

  it('has one heading of the first level and one main part', async () => {
    const tags = (page: string) =>
      page
        .match(/<(?:h1|main)[ >]/g)
        ?.map((tag) => tag.slice(1, -1))
        .sort()
        .join();
    expect(await problems((page) => (tags(page) === 'h1,main' ? null : tags(page)))).toEqual({});
  });

  it('labels every field', async () => {
    expect(await problems(firstUnlabelled)).toEqual({});
  });

  it('refers only to existing ids and repeats no id', async () => {
    expect(await problems(brokenReference)).toEqual({});
  });

  it('has no inline script, handler or style', async () => {
    const inline =
      /<style|\s(?:style|on\w+)=|<script(?! src="\/checkout\/assets\/checkout\.js\?v=[0-9a-f]{16}" defer><)/;
    expect(await problems((page) => inline.exec(page))).toEqual({});
  });

  it('links to no other site but a bank, without a referrer', async () => {
    const foreign = (page: string) =>
      page
        .replaceAll(/ href="https:\/\/bank\.example\/[^"]*" rel="noopener noreferrer"/g, '')
        .match(/(?:src|href|action)="(?!\/(?!\/)|#|data:image\/svg\+xml,)[^"]*"/g);
    expect(await problems(foreign)).toEqual({});
  });

  it('contains no markup from untrusted text', async () => {
    const written = (page: string) => {
      if (page.match(/<script\b/g)?.length !== 1) return 'a script';
      // Once quoted values are removed, no part of them may remain inside a tag.
      return /<[^>]*(?:onload|alert)/.exec(page.replaceAll(/"[^"]*"/g, ''));
    };
    expect(await problems(written, pages(HOSTILE))).toEqual({});
  });

  it('contains no direction control characters from untrusted text', async () => {
    // Field values and texts to copy stay unchanged: they cannot affect anything outside their elements.
    const shown = (page: string) => page.replaceAll(/<input[^>]*>|<code [^>]*dir="ltr"[^>]*>[^<]*<\/code>/g, '');
    expect(await problems((page) => /\u202E/.exec(shown(page)), pages(HOSTILE))).toEqual({});
  });

  it('shows a banner in the sandbox only', async () => {
    const says = (page: string) => textOf(page).includes(texts.sandbox) || /simulat/.test(page);
    expect(await problems((page) => (says(page) ? null : 'silent'))).toEqual({});
    expect(await problems((page) => (says(page) ? 'said' : null), pages('x', false))).toEqual({});
  });

  it('contains no text of another language', async () => {
    const others = Object.values(LANGUAGES).filter(({ language }) => language !== texts.language);
    const foreign = others.flatMap(({ choose, debit, paid, again }) => [
      choose.submit,
      debit.heading,
      paid.text,
      again,
    ]);
    const own = JSON.stringify(texts);
    const heard = (page: string) => foreign.find((word) => !own.includes(word) && textOf(page).includes(word));
    expect(await problems(heard)).toEqual({});
  });
});

describe('a page', () => {
  it('isolates untrusted text from its own', async () => {
    const pages = await everyPage(aContext(), 'שלום');
    for (const name of ['choose', 'debit', 'paid']) expect(pages.get(name)).toContain('<bdi>שלום</bdi>');
  });

  it('uses the path prefix of the public URL in all addresses', async () => {
    for (const page of (await everyPage(aContext({ base: '/pay', sandbox: true }), 'x')).values()) {
      const own = [...page.matchAll(/(?:src|href|action)="(\/[^"]*)"/g)].map(([, address]) => address!);
      const elsewhere = own.filter((address) => !address.startsWith('/pay/') && address !== '/checkout/x');
      expect(elsewhere).toEqual([]);
    }
    expect(aLink().id).not.toBe('x');
  });
});

/** All ids, labelled fields and references to ids. The markup is our own, so simple patterns find the tags. */
function tagsOf(page: string): { name: string; tag: string; attribute: (name: string) => string | undefined }[] {
  return [...page.matchAll(/<([a-z][a-z0-9]*)\b(?:[^>"]|"[^"]*")*>/g)].map(([tag, name]) => ({
    name: name!,
    tag,
    attribute: (wanted) => new RegExp(` ${wanted}="([^"]*)"`).exec(tag)?.[1],
  }));
}

function firstUnlabelled(page: string): string | undefined {
  const wrapped = [...page.matchAll(/<label(?![^>]* for=)[^>]*>.*?<\/label>/gs)].map(([label]) => label);
  const labelled = new Set([...page.matchAll(/<label for="([^"]+)">[^<]/g)].map(([, id]) => id));
  const fields = tagsOf(page).filter(({ name }) => ['input', 'select', 'textarea'].includes(name));
  const isLabelled = ({ tag, attribute }: (typeof fields)[number]) =>
    attribute('type') === 'hidden' ||
    labelled.has(attribute('id')) ||
    wrapped.some((label) => label.includes(tag) && textOf(label) !== '');
  return fields.find((field) => !isLabelled(field))?.tag;
}

function brokenReference(page: string): string | undefined {
  const tags = tagsOf(page);
  const ids = tags.map(({ attribute }) => attribute('id')).filter((id) => id !== undefined);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) return `twice ${twice}`;
  const wanted = tags.flatMap(({ attribute }) => [
    ...(attribute('aria-describedby') ?? '').split(' '),
    ...(attribute('aria-labelledby') ?? '').split(' '),
    attribute('for') ?? '',
    /^#(.*)/.exec(attribute('href') ?? '')?.[1] ?? '',
  ]);
  return wanted.find((id) => id !== '' && !ids.includes(id));
}
