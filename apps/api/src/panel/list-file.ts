import type { Account, AccountLanguage } from '@app/accounts';
import { Clock, dayIn, type ListPeriod } from '@app/kernel';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { csvFile } from '../http/csv-file';
import type { RequestedFile } from '../http/file-format';
import type { FileTable } from '../http/file-table';
import { xlsxFile, type WorkbookTexts } from '../http/xlsx-file';
import { headingOf, titleOf } from './file-texts';

/** A list of an account, and the period that the file covers. */
export interface ListFile<T> extends ListPeriod {
  readonly table: FileTable<T>;
  readonly account: Pick<Account, 'language' | 'timeZone'>;
}

const LANGUAGES: readonly AccountLanguage[] = ['es', 'pt', 'en'];

/** The lists of the panel as files: CSV for machines, workbooks for people. */
@Injectable()
export class ListFiles {
  constructor(private readonly clock: Clock) {}

  /**
   * The whole list as the requested file. Rejects when its first row cannot be read; a later failure breaks off the
   * connection.
   */
  of<T, R>(
    requested: RequestedFile,
    list: ListFile<T>,
    rows: AsyncIterable<R>,
    toJson: (row: R) => T,
  ): Promise<StreamableFile> {
    if (requested.format === 'csv') return csvFile(list.table, rows, toJson);
    const language = languageOf(requested, list.account.language);
    return xlsxFile(list.table, this.workbook(list, language), rows, toJson);
  }

  private workbook<T>(
    { table: { name, columns }, account: { timeZone: zone }, from, to }: ListFile<T>,
    language: AccountLanguage,
  ): WorkbookTexts {
    const title = titleOf(name, language);
    const last = to ? dayIn(zone, new Date(to.getTime() - 1)) : dayIn(zone, this.clock.now());
    const days = from ? [dayIn(zone, from), last] : [last];
    return {
      title,
      zone,
      fileName: [asciiOf(title), ...days].join('_'),
      headings: columns.map(([column]) => headingOf(column, language, zone)),
    };
  }
}

/** The first language of the request that the panel has; otherwise that of the account. */
function languageOf({ languages }: RequestedFile, ofAccount: AccountLanguage): AccountLanguage {
  const wanted = languages.map((language) => language.slice(0, 2).toLowerCase());
  const known = wanted.map((language) => LANGUAGES.find((each) => each === language));
  return known.find((language) => language !== undefined) ?? ofAccount;
}

/** Lower case without diacritics, and hyphens instead of blanks, so that every system keeps the file name. */
function asciiOf(title: string): string {
  return title
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase();
}
