const INVALID = '[aria-invalid="true"], [data-error] input, fieldset[aria-describedby] input';

/**
 * After the submission of an invalid form, moves the focus to the first invalid field, so that the field is visible and a
 * screen reader reads its error. For a group of checkboxes, that is the first one.
 */
export function focusFirstInvalid(page: Document): void {
  page.addEventListener('submit', ({ target }) => {
    // By then the page shows the errors.
    requestAnimationFrame(() => {
      const fields = (target as HTMLFormElement).querySelectorAll<HTMLInputElement>(INVALID);
      const field = [...fields].find(({ disabled }) => !disabled);
      // At the edge of the window, the header of the page would cover it.
      field?.focus({ preventScroll: true });
      field?.scrollIntoView({ block: 'center' });
    });
  });
}
