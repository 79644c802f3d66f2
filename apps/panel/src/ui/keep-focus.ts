/**
 * Keeps the keyboard's place. A button that is disabled while it works gets the focus back afterwards; where the focused
 * element goes away, as a button does once its work is done, the focus moves to the dialog or page that it was in.
 */
export function keepFocus(page: Document): void {
  let last: HTMLElement | undefined;
  page.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  // Someone who clicks beside everything wants the focus nowhere.
  page.addEventListener('pointerdown', () => (last = undefined), { capture: true });
  const observer = new MutationObserver(() => {
    if (!last || page.activeElement !== page.body) return;
    const place = last.isConnected ? last : (page.querySelector('[role="dialog"]') ?? page.getElementById('main'));
    if (place instanceof HTMLElement && !place.matches(':disabled')) place.focus({ preventScroll: true });
  });
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}
