import { DefaultNamingStrategy } from 'typeorm';

/** Names columns as the migrations do: the property `createdAt` is the column `created_at`. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined, prefixes: string[]): string {
    return customName ?? [...prefixes, property].map(snakeCase).join('_');
  }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
