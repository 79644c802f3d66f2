'use strict';

// Enhances the checkout: a countdown, copy buttons, printing and polling for the payment. Every page works without it.
(() => {
  const { state, statusUrl, pageUrl, every } = document.body.dataset;
  const LONGEST_PAUSE_MS = 60_000;
  const STOPPED_AFTER_MS = 5_000;

  // Not a reload: the page may be the response to a form.
  const openAgain = () => location.replace(pageUrl);

  for (const text of document.querySelectorAll('[data-scripted]')) text.hidden = false;
  for (const timer of document.querySelectorAll('[data-left]')) countDown(timer);
  for (const button of document.querySelectorAll('[data-copy]')) offerCopy(button);
  for (const button of document.querySelectorAll('[data-print]')) button.addEventListener('click', () => print());
  for (const form of document.querySelectorAll('form')) sendOnce(form);
  if (statusUrl) watch(Number(every) * 1000);

  // Counts down from the server's remaining time, so that a wrong clock on the payer's device does not matter.
  function countDown(timer) {
    const end = Date.now() + Number(timer.dataset.left);
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      const two = (number) => String(number).padStart(2, '0');
      const hours = Math.floor(seconds / 3600);
      const minutes = Math.floor(seconds / 60) % 60;
      timer.textContent = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
      if (seconds > 0) return;
      clearInterval(ticking);
      setTimeout(openAgain, 1500);
    };
    const ticking = setInterval(tick, 1000);
    tick();
  }

  function offerCopy(button) {
    const label = button.textContent;
    const source = document.getElementById(button.dataset.copy);
    button.hidden = false;
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      const isCopied = await copy(source.dataset.typed ?? source.textContent);
      if (!isCopied) select(source);
      button.textContent = isCopied ? button.dataset.copied : button.dataset.selected;
      setTimeout(() => (button.textContent = label), isCopied ? 2500 : 6000);
    });
  }

  // Over plain http browsers have no clipboard, and they may not allow the one that they have.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyByCommand(text);
    }
  }

  function copyByCommand(text) {
    const focused = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.readOnly = true;
    field.className = 'unseen';
    document.body.append(field);
    field.select();
    let isCopied = false;
    try {
      isCopied = document.execCommand('copy');
    } catch {
      // The payer copies the selected text.
    }
    field.remove();
    focused?.focus();
    return isCopied;
  }

  function select(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  }

  // A second click does nothing. A form whose response never becomes a page, because the payer stopped it or the
  // connection broke, can be sent again; the server opens no second order for it.
  function sendOnce(form) {
    let waiting;
    const release = () => {
      clearTimeout(waiting);
      form.removeAttribute('aria-busy');
    };
    form.addEventListener('submit', (event) => {
      if (form.getAttribute('aria-busy') === 'true') return event.preventDefault();
      form.setAttribute('aria-busy', 'true');
      waiting = setTimeout(release, STOPPED_AFTER_MS);
    });
    // The back button may restore the page from the browser's cache.
    window.addEventListener('pageshow', release);
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && release());
  }

  // Polls only while the page is visible, and less and less often: many payers may share a network address.
  function watch(interval) {
    let pause = interval;
    let waiting;
    const wait = (milliseconds) => {
      clearTimeout(waiting);
      waiting = setTimeout(ask, milliseconds);
    };
    const ask = async () => {
      clearTimeout(waiting);
      if (document.hidden) return;
      let least = 0;
      try {
        const response = await fetch(statusUrl, { cache: 'no-store', credentials: 'omit' });
        least = Number(response.headers.get('Retry-After')) * 1000 || 0;
        if (!response.ok) throw new Error(response.statusText);
        const { data } = await response.json();
        if (data.state !== state) return openAgain();
        pause = Math.min(pause * 1.15, Math.max(interval, LONGEST_PAUSE_MS));
      } catch {
        pause = Math.min(pause * 2, 120_000);
      }
      // Spread, so that pages that got 429 together do not come back together.
      wait(Math.max(pause, least) * (1 + Math.random() / 4));
    };
    wait(pause);
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return;
      pause = interval;
      wait(500 + Math.random() * 1000);
    });
  }
})();
