import { ValidateBy, type ValidationOptions } from 'class-validator';

/** What is wrong with the value of a field, as a sentence, or undefined when it is accepted. */
export type Complaint = (value: unknown, field: string) => string | undefined;

export interface RuleOptions extends Pick<ValidationOptions, 'groups'> {
  /** The field may be left out. */
  optional?: boolean;
  /** An optional field may be null as well, which means the same unless the operation says otherwise. */
  nullable?: boolean;
}

/**
 * The rule of a field: the complaint about a refused value becomes its text in `errors`. Whether the field is required is
 * part of it, and not an `IsDefined` or `IsOptional` beside it, which would double what class-validator does per request.
 */
export function Rule(complaintOf: Complaint, { optional, nullable, groups }: RuleOptions = {}): PropertyDecorator {
  const complaint: Complaint = (value, field) => {
    if (value !== undefined && value !== null) return complaintOf(value, field);
    if (!optional) return `The ${field} is required.`;
    return value === undefined || nullable ? undefined : complaintOf(value, field);
  };
  return ValidateBy(
    {
      name: 'rule',
      validator: {
        validate: (value, given) => complaint(value, given?.property ?? '') === undefined,
        defaultMessage: (given) => complaint(given?.value, given?.property ?? '') ?? '',
      },
    },
    { groups },
  );
}
