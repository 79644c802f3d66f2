/** What an instruction is, whatever the language of the page. */
export const INSTRUCTION_LABELS = [
  'account_holder',
  'account_number',
  'account_verification',
  'alias',
  'bank',
  'bank_page',
  'beneficiary',
  'beneficiary_document',
  'card_page',
  'cbu',
  'clabe',
  'concept',
  'cvu',
  'deposits_expected',
  'pix_code',
  'qr_code',
  'reference',
  'reference_number',
] as const;

export type InstructionLabel = (typeof INSTRUCTION_LABELS)[number];

/** One thing that the payer needs in order to pay: an account number, a code to copy, an address to open. */
export interface Instruction {
  label: InstructionLabel;
  value: string;
  /**
   * How the page shows it: plain text, text worth a copy button, a code that is also drawn as a QR, a link, a day
   * (`2030-01-31`), or a sentence that a simulated page does not exist, for which there is no value.
   */
  kind: 'text' | 'copy' | 'qr' | 'link' | 'date' | 'simulated';
}

/** Whether the payer has to prove that the debited account is theirs before the bank takes the debit. */
export function needsVerification(instructions: readonly Instruction[]): boolean {
  return instructions.some(({ label }) => label === 'account_verification');
}

/** How orders stored these labels before they had codes. */
const EARLIER_LABELS: Readonly<Record<string, InstructionLabel>> = {
  'Account holder': 'account_holder',
  Alias: 'alias',
  Bank: 'bank',
  'Bank page': 'bank_page',
  Beneficiary: 'beneficiary',
  'Card page': 'card_page',
  CLABE: 'clabe',
  Concept: 'concept',
  CVU: 'cvu',
  'Pix code': 'pix_code',
  'QR code': 'qr_code',
  Reference: 'reference',
  'Reference number': 'reference_number',
};

const PAGES: readonly InstructionLabel[] = ['bank_page', 'card_page'];

/** An instruction as an order stores it, also one from before labels had codes. */
export interface StoredInstruction {
  label: string;
  value: string;
  kind: Instruction['kind'];
}

export function storedInstruction(stored: StoredInstruction): Instruction {
  const { label, value, kind } = stored;
  const code = Object.hasOwn(EARLIER_LABELS, label) ? EARLIER_LABELS[label] : undefined;
  if (code === undefined) return stored as Instruction;
  return PAGES.includes(code) ? { label: code, value: '', kind: 'simulated' } : { label: code, value, kind };
}
