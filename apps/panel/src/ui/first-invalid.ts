const INVALID = '[aria-invalid="true"], [data-error] input, fieldset[aria-describedby] input';

/**
 * After every form that is submitted with something that cannot be sent, moves to the first such field, so that a screen
 * reader reads its error and it is not out of sight. A group of boxes counts as its first box.
 */
export function focusFirstInvalid(page: Document): void {
  page.addEventListener('submit', ({ target }) => {
    // The errors are shown by then.
    requestAnimationFrame(() => {
      const fields = (target as HTMLFormElement).querySelectorAll<HTMLInputElement>(INVALID);
      const field = [...fields].find(({ disabled }) => !disabled);
      // Not at the edge of the window, where the header of the page would cover it.
      field?.focus({ preventScroll: true });
      field?.scrollIntoView({ block: 'center' });
    });
  });
}
