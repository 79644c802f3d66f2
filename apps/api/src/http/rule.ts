import { IsDefined, IsOptional, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';

/** What is wrong with the value of a field, as a sentence, or undefined when it is accepted. */
export type Complaint = (value: unknown, field: string) => string | undefined;

/** A rule of a field: the complaint about a refused value becomes its text in `errors`. */
export function Rule(complaintOf: Complaint, options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'rule',
      validator: {
        validate: (value, given) => complaintOf(value, given?.property ?? '') === undefined,
        defaultMessage: (given) => complaintOf(given?.value, given?.property ?? '') ?? '',
      },
    },
    options,
  );
}

export interface PresenceOptions {
  /** The field may be left out. */
  optional?: boolean;
  /** The field may be null as well, which means the same as leaving it out unless the operation says otherwise. */
  nullable?: boolean;
}

/** Whether a field must be there. A required one is neither left out nor null. */
export function Presence({ optional = false, nullable = false }: PresenceOptions): PropertyDecorator {
  if (!optional) return IsDefined({ message: 'The $property is required.' });
  return nullable ? IsOptional() : ValidateIf((_object, value) => value !== undefined);
}
