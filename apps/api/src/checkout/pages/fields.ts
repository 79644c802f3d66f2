import type { Texts } from '../texts/texts';
import { html, type Html } from '../view/html';

/** A line of text input. */
export interface Field {
  name: string;
  label: string;
  /** The word that marks an optional field. Without it, the field is required. */
  optional?: string;
  hint?: string | undefined;
  problem?: string | undefined;
  value?: string | undefined;
  type?: 'text' | 'email';
  autocomplete: string;
  /** Digits that are not a quantity: phones show a numeric keypad. */
  digits?: boolean;
}

/** A text input with its label, hint and error. */
export function textField({ name, label, optional, hint, problem, value, type, autocomplete, digits }: Field): Html {
  const described = describedBy(problem && `${name}-problem`, hint && `${name}-hint`);
  return html`<div class="field">
<label for="${name}">${label}${optional && html` <span class="optional">(${optional})</span>`}</label>
${problemLine(name, problem)}
<input id="${name}" name="${name}" type="${type ?? 'text'}" value="${value}" autocomplete="${autocomplete}"${
    digits && html` inputmode="numeric" spellcheck="false"`
  }${optional === undefined && html` required`}${described}${problem && html` aria-invalid="true"`}>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`;
}

/** A choice of one of a few values. */
export interface Choices {
  name: string;
  legend: string;
  /** Each value with its label. */
  options: readonly (readonly [value: string, label: string])[];
  chosen?: string | undefined;
  problem?: string | undefined;
}

/** Radio buttons with their legend and error. */
export function choices({ name, legend, options, chosen, problem }: Choices): Html {
  return html`<fieldset class="field" id="${name}"${describedBy(problem && `${name}-problem`)}>
<legend>${legend}</legend>
${problemLine(name, problem)}
${options.map(
  ([value, label]) => html`<label class="option"><input type="radio" name="${name}" value="${value}" required${
    chosen === value && html` checked`
  }> ${label}</label>
`,
)}</fieldset>`;
}

/** The error of a field, to which `aria-describedby` refers. */
export function problemLine(name: string, problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="problem" id="${name}-problem">${problem}</p>`;
}

/** The `aria-describedby` attribute for the ids that are given, if any. */
export function describedBy(...ids: readonly (string | undefined)[]): Html | undefined {
  const given = ids.filter(Boolean);
  return given.length > 0 ? html` aria-describedby="${given.join(' ')}"` : undefined;
}

/** Lists all errors at the top, with a link to each field. It has the focus when the page opens. */
export function problemSummary(
  { errors }: Texts,
  problems: Readonly<Record<string, string | undefined>>,
): Html | false {
  const entries = Object.entries(problems);
  return (
    entries.length > 0 &&
    html`<div class="alert" role="alert" tabindex="-1" autofocus>
<p>${errors.summary}</p>
<ul>${entries.map(([name, problem]) => html`<li><a href="#${name}">${problem}</a></li>`)}</ul>
</div>`
  );
}
