/**
 * A value in a template: markup stays as it is, other values become text; `false`, `null` and `undefined` are left out.
 */
export type Fragment = Html | string | number | false | null | undefined | readonly Fragment[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/**
 * Markup that is safe to send. Only the `html` template creates it, so text cannot become markup without being escaped.
 * Attribute values in templates are always quoted.
 */
export class Html {
  private constructor(private readonly markup: string) {}

  /** The implementation of the `html` tag. */
  static template(this: void, strings: TemplateStringsArray, ...values: readonly Fragment[]): Html {
    const markup = strings.reduce((text, part, i) => `${text}${render(values[i - 1])}${part}`);
    return new Html(markup);
  }

  toString(): string {
    return this.markup;
  }
}

/** Template tag that escapes every value except `Html`. */
export const html = Html.template;

function render(value: Fragment): string {
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return (value as readonly Fragment[]).map(render).join('');
  if (value === false || value === null || value === undefined) return '';
  return String(value).replaceAll(/[&<>"'`]/g, (character) => ENTITIES[character] as string);
}
