import { html, type Fragment, type Html } from '../../checkout/view/html';
import { ERROR_CATALOGUE, type ErrorCode } from '../error-catalogue';
import type { ParameterObject } from '../open-api-types';
import { aboutOf, typeOf, type Field } from './fields';
import { inline } from './prose';

/** A table that becomes a list of cards where it does not fit. Cells know the heading of their column. */
function table(caption: string, columns: readonly string[], rows: readonly (readonly Fragment[])[]): Html {
  const cells = (row: readonly Fragment[]) =>
    row.map((cell, index) => html`<td data-column="${columns[index]}">${cell}</td>`);
  return html`<table>
<caption>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody>
</table>`;
}

/** In requests what is required is marked, in answers what may be absent. */
export function fieldTable(caption: string, fields: readonly Field[], marks: 'required' | 'optional'): Html {
  const marked = ({ required }: Field) => required === (marks === 'required');
  const rows = fields.map((field) => [
    html`<code>${field.name}</code>${marked(field) && html` <span class="mark">${marks}</span>`}`,
    field.type,
    inline(field.about),
  ]);
  return table(caption, ['Field', 'Type', 'Meaning'], rows);
}

export function parameterTable(caption: string, parameters: readonly ParameterObject[]): Html {
  const rows = parameters.map(({ name, required, schema, description, ...parameter }) => [
    html`<code>${name}</code>${required && html` <span class="mark">required</span>`}`,
    `${parameter.in}, ${typeOf(schema, {})}`,
    inline(aboutOf({ ...schema, description })),
  ]);
  return table(caption, ['Name', 'Where and type', 'Meaning'], rows);
}

/** Long codes may break between their words. */
function breakable(code: string): Fragment {
  return code.split('_').map((word, index) => (index === 0 ? word : html`_<wbr>${word}`));
}

export function codeTable(codes: readonly string[]): Html {
  const rows = codes.map((code) => {
    const { status, envelope, meaning, action } = ERROR_CATALOGUE[code as ErrorCode];
    return [
      status,
      html`<code>${breakable(code)}</code>`,
      envelope === 'origin' ? 'layer' : envelope,
      inline(meaning),
      inline(action),
    ];
  });
  return table('Errors', ['Status', 'Code', 'Envelope', 'Meaning', 'What to do'], rows);
}
