import { useForm, type UseFormReturnType } from '@mantine/form';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { rejectedFields } from '../ui/form-errors';
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

/** A destination and its holder. */
export interface OwnedDestination extends DestinationValues {
  name: string;
  /** Only for a beneficiary. */
  email: string;
}

export type DestinationForm = UseFormReturnType<OwnedDestination>;

/** The parts of the form that are shown and checked. */
interface Parts {
  name: boolean;
  email: boolean;
}

const MAX_NAME = 140;
/** The paths that have a field in the form. The error shows the reasons for all others. */
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

/** The sentences for fields that cannot be sent, by path. */
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
 * The fields that the API rejected, with a sentence in the user's language where the field has one. `renamed` maps the
 * API's names to those of the form.
 */
export function useRejectionTexts(renamed: Readonly<Record<string, string>> = {}) {
  const { t } = useTranslation('destinations');
  return useCallback(
    (error: unknown): Record<string, string> =>
      Object.fromEntries(
        Object.entries(rejectedFields(error))
          .map(([field, reason]) => [renamed[field] ?? field, reason] as const)
          .filter(([path]) => PATHS.test(path))
          .map(([path, reason]) => [path, t(`rejected.${path}`, { defaultValue: reason })]),
      ),
    [t, renamed],
  );
}
