import { useForm, type UseFormReturnType } from '@mantine/form';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../ui/form-errors';
import { useSession } from '../session/session';
import { isBankCountry } from './bank-countries';
import {
  definedOnly,
  destinationProblems,
  emptyDestination,
  nameProblem,
  type DestinationValues,
  type FieldProblem,
} from './destination-form';

/** A destination and who it belongs to. */
export interface OwnedDestination extends DestinationValues {
  name: string;
  /** Only of a beneficiary. */
  email: string;
}

export type DestinationForm = UseFormReturnType<OwnedDestination>;

/** Which parts of the form are shown, and so checked. */
interface Parts {
  name: boolean;
  email: boolean;
}

const MAX_NAME = 140;
/** What has a field in the form. What else the API refuses is shown with the error. */
const PATHS = /^(name|email|country|bank_country|(document|bank)\.\w+)$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The form of a destination, which begins with the account's own country. */
export function useDestinationForm(parts: Parts, initial: Partial<OwnedDestination> = {}): DestinationForm {
  const { account } = useSession();
  const describe = useProblemTexts();
  const start = emptyDestination(isBankCountry(account.country) ? account.country : 'AR');
  return useForm<OwnedDestination>({
    initialValues: { ...start, name: '', email: '', ...initial },
    validate: (values) =>
      describe(
        definedOnly({
          name: parts.name ? nameProblem(values.name, MAX_NAME) : undefined,
          email: parts.email && !EMAIL.test(values.email.trim()) ? { key: 'email' } : undefined,
          ...destinationProblems(values),
        }),
      ),
  });
}

/** The sentences about fields that cannot be sent, by path. */
function useProblemTexts() {
  const { t } = useTranslation('destinations');
  return useCallback(
    (problems: Readonly<Record<string, FieldProblem>>): Record<string, string> =>
      Object.fromEntries(
        Object.entries(problems).map(([path, { key, wanted }]) => [path, t(`problem.${key}`, { wanted })]),
      ),
    [t],
  );
}

/**
 * Puts what the API refused to the fields, in the user's language where there is a sentence for the field. `renamed` maps
 * the API's names to those of the form.
 */
export function useRefusals(renamed: Readonly<Record<string, string>> = {}) {
  const { t } = useTranslation('destinations');
  return useCallback(
    (error: unknown): Record<string, string> =>
      Object.fromEntries(
        Object.entries(refusedFields(error))
          .map(([field, reason]) => [renamed[field] ?? field, reason] as const)
          .filter(([path]) => PATHS.test(path))
          .map(([path, reason]) => [path, t(`refused.${path}`, { defaultValue: reason })]),
      ),
    [t, renamed],
  );
}
