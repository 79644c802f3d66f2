import type { Texts } from '../texts/texts';
import { html, type Html } from '../view/html';

export interface Field {
  name: string;
  label: string;
  /** Marks a field that may stay empty. */
  optional?: string;
  hint?: string | undefined;
  problem?: string | undefined;
  value?: string | undefined;
  type?: 'text' | 'email';
  autocomplete: string;
  /** A number that is no quantity: a phone shows digits. */
  digits?: boolean;
}

/** One line of text with its label, hint and complaint. */
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

/** What is wrong with a field, for the field to be described by. */
export function problemLine(name: string, problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="problem" id="${name}-problem">${problem}</p>`;
}

export function describedBy(...ids: readonly (string | undefined)[]): Html | undefined {
  const given = ids.filter(Boolean);
  return given.length > 0 ? html` aria-describedby="${given.join(' ')}"` : undefined;
}

/** Says at the top what is wrong below, with the way to each field. It has the focus when the page opens. */
export function problemSummary(
  { errors }: Texts,
  problems: Readonly<Record<string, string | undefined>>,
): Html | false {
  const listed = Object.entries(problems);
  return (
    listed.length > 0 &&
    html`<div class="alert" role="alert" tabindex="-1" autofocus>
<p>${errors.summary}</p>
<ul>${listed.map(([name, problem]) => html`<li><a href="#${name}">${problem}</a></li>`)}</ul>
</div>`
  );
}
