import { html } from './html';

describe('html', () => {
  it('escapes every character that could become markup', () => {
    expect(html`<p title="${`"'<>&\``}">${'<script>'}</p>`.toString()).toBe(
      '<p title="&quot;&#39;&lt;&gt;&amp;&#96;">&lt;script&gt;</p>',
    );
  });

  it('keeps markup from another template', () => {
    expect(html`<p>${html`<b>${'&'}</b>`}</p>`.toString()).toBe('<p><b>&amp;</b></p>');
  });

  it('joins lists and leaves out absent values', () => {
    const absent = [null, undefined, false as const];
    expect(html`${[html`<i>1</i>`, 'a<', [2, 3]]}${absent}`.toString()).toBe('<i>1</i>a&lt;23');
  });

  it('escapes an object that imitates markup', () => {
    const lookalike = { markup: '<script>', toString: () => '<script>' } as unknown as string;
    expect(html`${lookalike}`.toString()).toBe('&lt;script&gt;');
  });
});
