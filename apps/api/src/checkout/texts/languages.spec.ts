import { INSTRUCTION_LABELS } from '@app/payment-links';
import { LANGUAGES } from './languages';

describe('the languages of the checkout', () => {
  it.each(['en', 'es', 'pt'] as const)('%s names every instruction', (language) => {
    const { labels, simulated } = LANGUAGES[language];
    expect(Object.keys(labels).sort()).toEqual([...INSTRUCTION_LABELS].sort());
    expect([...Object.values(labels), ...Object.values(simulated)]).not.toContain('');
  });
});
