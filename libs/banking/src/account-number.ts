import { codeCharacters } from './text';

type Parse = (text: string) => string | undefined;

/** 4 to 34 digits or letters in upper case, one of them a digit, or undefined. Blanks and dashes may be between them. */
export const parseAccountNumber: Parse = matching(/^(?=.*\d)[\dA-Z]{4,34}$/);

/** 4 to 17 digits, as banks in the United States have them, or undefined. */
export const parseUsAccountNumber: Parse = matching(/^\d{4,17}$/);

/** The code of a bank: 1 to 11 digits or letters in upper case, or undefined. Blanks and dashes may be between them. */
export const parseBankCode: Parse = matching(/^[\dA-Z]{1,11}$/);

function matching(pattern: RegExp): Parse {
  return (text) => {
    // Checked before conversion to upper case, which turns some other characters into ASCII letters (ﬁ, ß).
    const characters = codeCharacters(text);
    if (!/^[\da-zA-Z]+$/.test(characters)) return undefined;
    const upper = characters.toUpperCase();
    return pattern.test(upper) ? upper : undefined;
  };
}
