/**
 * Keeps the focus for keyboard users. A button that is disabled while its operation runs gets the focus back afterwards;
 * when the focused element is removed, the focus moves to the dialog or page around it.
 */
export function keepFocus(page: Document): void {
  let last: HTMLElement | undefined;
  page.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  // A click outside of all controls removes the focus intentionally.
  page.addEventListener('pointerdown', () => (last = undefined), { capture: true });
  const observer = new MutationObserver(() => {
    if (!last || page.activeElement !== page.body) return;
    const place = last.isConnected ? last : (page.querySelector('[role="dialog"]') ?? page.getElementById('main'));
    if (place instanceof HTMLElement && !place.matches(':disabled')) place.focus({ preventScroll: true });
  });
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}
