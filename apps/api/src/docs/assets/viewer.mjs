// Starts Swagger UI and lists the contents beside it. Nothing comes from another origin, and only the reader's own requests are sent.
const { SwaggerUIBundle } = globalThis;
const reference = document.getElementById('reference');
const contents = document.getElementById('contents');
const { document: url, server } = reference.dataset;

// Swagger UI has colours for a dark page, but does not choose them.
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
prefersDark.addEventListener('change', followScheme);
followScheme();

const isWide = matchMedia('(min-width: 64rem)');
const fitContents = () => (contents.open = isWide.matches);
isWide.addEventListener('change', fitContents);
fitContents();

// The policy lets requests go to this origin only, under whatever name the reader reached it.
const servers = [{ url: new URL(server, location.href).href.replace(/\/$/, '') }];

const ui = SwaggerUIBundle({
  domNode: reference,
  url: new URL(url, location.href).href,
  validatorUrl: null,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  syntaxHighlight: { theme: 'obsidian' },
  plugins: [
    {
      components: { ServersContainer: () => null },
      statePlugins: {
        spec: { wrapActions: { updateJsonSpec: (update) => (shown) => update({ ...shown, servers }) } },
      },
    },
  ],
  onComplete() {
    listContents(groupsOf(ui.specSelectors.specJson().toJS()));
    openTarget();
    addEventListener('hashchange', openTarget);
  },
});

/** What can be reached, in groups, each with the text that finds it. */
function groupsOf({ paths, webhooks = {}, tags }) {
  const entry = (place, { operationId, summary, description }, ...more) => ({
    text: summary,
    href: `#/${encodeURIComponent(place)}/${operationId}`,
    found: [summary, operationId, description, ...more].join(' ').toLowerCase(),
  });
  const listed = (items, placeOf) =>
    Object.entries(items).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const [tag] = operation.tags;
        return { tag, ...entry(placeOf(tag), operation, tag, method, path) };
      }),
    );
  // Swagger UI shows webhooks apart from the operations of their tag.
  const operations = [...listed(paths, (tag) => tag), ...listed(webhooks, () => 'webhooks')];
  const headings = [...reference.querySelectorAll('.info h2')].map((heading) => {
    const text = heading.textContent;
    heading.id = text.toLowerCase().replaceAll(' ', '-');
    return { text, href: `#${heading.id}`, found: text.toLowerCase() };
  });
  const groups = tags.map(({ name }) => ({ title: name, entries: operations.filter(({ tag }) => tag === name) }));
  return [{ title: 'Guide', entries: headings }, ...groups];
}

/** Lists the entries that contain every word of the search. */
function listContents(groups) {
  const search = contents.querySelector('input');
  const list = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const isFound = ({ found }) => words.every((word) => found.includes(word));
    const shown = groups
      .map(({ title, entries }) => ({ title, entries: entries.filter(isFound) }))
      .filter(({ entries }) => entries.length > 0);
    document.getElementById('groups').replaceChildren(...shown.flatMap(groupElements));
    document.getElementById('nothing').hidden = shown.length > 0;
    markCurrent();
  };
  search.addEventListener('input', list);
  list();
}

function groupElements({ title, entries }) {
  const links = entries.map(({ text, href }) => element('li', {}, element('a', { href }, text)));
  return [element('h2', {}, title), element('ul', {}, ...links)];
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function markCurrent() {
  for (const link of contents.querySelectorAll('a')) {
    if (link.hash === location.hash) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

/** Opens the operation that the address names, with the keyboard's focus on it. */
function openTarget() {
  markCurrent();
  fitContents();
  const [place, tag, operation] = decodeURIComponent(location.hash.slice(1)).split('/');
  if (operation === undefined) return document.getElementById(place)?.scrollIntoView();
  ui.layoutActions.show(['operations-tag', tag], true);
  ui.layoutActions.show(['operations', tag, operation], true);
  requestAnimationFrame(() => {
    const opened = document.getElementById(`operations-${tag.replaceAll(' ', '_')}-${operation}`);
    opened?.scrollIntoView();
    opened?.querySelector('button').focus({ preventScroll: true });
  });
}

let opener;

/** What Swagger UI leaves out for keyboards and screen readers (WCAG 2.2: 1.3.1, 2.1.1, 2.4.3, 2.5.3, 4.1.2). */
function complete() {
  for (const guide of reference.querySelectorAll('.information-container:not([role])')) {
    Object.assign(guide, { role: 'region', ariaLabel: 'Guide' });
  }
  for (const block of reference.querySelectorAll('pre:not([tabindex])')) block.tabIndex = 0;
  for (const field of reference.querySelectorAll('select:not([aria-label])')) field.ariaLabel = 'Example';
  for (const field of reference.querySelectorAll('textarea:not([aria-label])')) field.ariaLabel = 'Request body';
  for (const button of reference.querySelectorAll('.auth-btn-wrapper [aria-label]')) button.ariaLabel = null;
  const dialog = reference.querySelector('.modal-ux');
  if (dialog && !dialog.role) {
    opener = document.activeElement;
    Object.assign(dialog, { role: 'dialog', ariaModal: 'true', ariaLabel: 'Authorization' });
    dialog.querySelector('.close-modal').ariaLabel = 'Close';
    dialog.querySelector('input')?.focus();
  } else if (!dialog && opener) {
    opener.focus();
    opener = undefined;
  }
}

new MutationObserver(complete).observe(reference, { childList: true, subtree: true });
addEventListener('keydown', ({ key }) => key === 'Escape' && reference.querySelector('.close-modal')?.click());
