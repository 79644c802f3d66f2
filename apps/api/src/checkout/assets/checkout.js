'use strict';

// Enhances the checkout: a countdown, copy buttons and polling for the payment. Every page works without this script.
(() => {
  const { status, statusUrl, pageUrl, every } = document.body.dataset;

  // Not a reload: the page may be the response to a form.
  const openAgain = () => location.replace(pageUrl);

  for (const text of document.querySelectorAll('[data-scripted]')) text.hidden = false;
  for (const timer of document.querySelectorAll('[data-left]')) countDown(timer);
  if (window.isSecureContext && navigator.clipboard) {
    for (const button of document.querySelectorAll('[data-copy]')) offerCopy(button);
  }
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
    button.hidden = false;
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
      } catch {
        return;
      }
      button.textContent = button.dataset.copied;
      setTimeout(() => (button.textContent = label), 2500);
    });
  }

  function sendOnce(form) {
    form.addEventListener('submit', (event) => {
      if (form.getAttribute('aria-busy') === 'true') event.preventDefault();
      form.setAttribute('aria-busy', 'true');
    });
    // The back button may restore the page from the browser's cache.
    window.addEventListener('pageshow', () => form.removeAttribute('aria-busy'));
  }

  // Polls only while the page is visible, and less often after a failure.
  function watch(interval) {
    let pause = interval;
    let waiting;
    const ask = async () => {
      clearTimeout(waiting);
      if (document.hidden) return;
      try {
        const response = await fetch(statusUrl, { cache: 'no-store', credentials: 'omit' });
        if (!response.ok) throw new Error(response.statusText);
        const { data } = await response.json();
        if (data.status !== status) return openAgain();
        pause = interval;
      } catch {
        pause = Math.min(pause * 2, 120000);
      }
      clearTimeout(waiting);
      waiting = setTimeout(ask, pause);
    };
    waiting = setTimeout(ask, pause);
    document.addEventListener('visibilitychange', ask);
  }
})();
