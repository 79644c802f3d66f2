import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { configurationVariables } from './support/configuration';

const ROOT = join(__dirname, '..');
const PAGES = [
  ...readdirSync(ROOT),
  ...['docs', 'libs', 'apps', 'deploy'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
].filter((file) => file.endsWith('.md') && !file.includes('node_modules'));

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const proseOf = (file: string): string => textOf(file).replace(/^```.*?^```/gms, '');

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of proseOf(file).matchAll(/^#{1,6} (.+)$/gm)) {
    const words = (heading ?? '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
    for (let copy = 0; ; copy++) {
      const unique = copy === 0 ? anchor : `${anchor}-${copy}`;
      if (anchors.has(unique)) continue;
      anchors.add(unique);
      break;
    }
  }
  return anchors;
}

/** The relative links of a page that lead nowhere. */
function brokenLinksOf(page: string): string[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split('#');
    const target = path ? normalize(join(dirname(page), path)) : page;
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
}

describe('the documentation', () => {
  it.each(PAGES)('%s has no link that leads nowhere', (page) => {
    expect(brokenLinksOf(page)).toEqual([]);
  });

  it('is reachable from the README', () => {
    expect(proseOf('README.md')).toContain('](docs/panel.md)');
  });

  describe('of the configuration', () => {
    // The documentation says once that every secret may come from a file.
    const variables = configurationVariables().sort();

    it('names every variable in the table of the README, once and with its default', () => {
      const named = [...textOf('README.md').matchAll(/^\| `([A-Z_]+)` +\| \S.* +\| \S/gm)].map(([, name]) => name);

      expect(named.sort()).toEqual(variables);
    });

    it('names every variable in .env.example', () => {
      const named = [...textOf('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
      const ofCompose = ['IMAGE_TAG', 'MAILPIT_PORT', 'POSTGRES_PASSWORD'];

      expect(named.sort()).toEqual([...variables, ...ofCompose].sort());
    });
  });
});
