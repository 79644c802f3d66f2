import type { Config } from '@app/platform';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { previewApp } from '../openapi';
import { Documents, type DocumentName } from './documents';

const CONFIG = { publicUrl: 'https://pay.example.com', environment: 'sandbox', panelDocs: true } as Config;

describe('Documents', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await previewApp();
  });

  function documentsWith(config: Config = CONFIG): Documents {
    const documents = new Documents(config);
    documents.describe(app);
    return documents;
  }

  const parsed = async (documents: Documents, name: DocumentName) =>
    JSON.parse((await documents.get(name)).toString()) as OpenAPIObject;

  it('makes a document once, and gives the same bytes from then on', async () => {
    const documents = documentsWith();
    const [first, second] = await Promise.all([documents.get('all'), documents.get('all')]);

    expect(await documents.get('all')).toBe(first);
    expect(second).toBe(first);
  });

  it('describes no operation of a surface that is not one of the APIs', async () => {
    const documents = documentsWith();
    const { paths } = await parsed(documents, 'all');

    expect(Object.keys(paths).filter((path) => !/^\/(v1|api\/v1\/clients)\//.test(path))).toEqual([]);
  });

  it('has the operations for testers beside those of the external API in the document of a sandbox', async () => {
    const { paths, info } = await parsed(documentsWith(), 'sandbox');

    expect(info.title).toBe('ServicePay External API');
    expect(Object.keys(paths).filter((path) => !path.startsWith('/v1/'))).toEqual([
      '/sandbox/payment-links/{id}/simulate',
      '/sandbox/cards/payment-links/{id}/simulate',
      '/sandbox/mailbox',
      '/sandbox/payouts/{id}/simulate',
      '/sandbox/refunds/{id}/simulate',
      '/sandbox/wallets/{id}/simulate',
    ]);
    expect(Object.keys(paths)).toContain('/v1/payment-links');
  });

  it('uses every component of a document, and defines every component that it uses', async () => {
    const documents = documentsWith();
    for (const name of ['all', 'external', 'panel', 'sandbox'] as const) {
      const document = await parsed(documents, name);
      const { securitySchemes, ...components } = document.components!;
      const defined = Object.entries(components).flatMap(([kind, entries]) =>
        Object.keys(entries as object).map((entry) => `#/components/${kind}/${entry}`),
      );
      const used = [...JSON.stringify(document).matchAll(/"(#\/components\/[^"]+)"/g)].map(([, place]) => place);

      expect([...new Set(used)].sort()).toEqual(defined.sort());
      expect(Object.keys(securitySchemes!)).not.toEqual([]);
    }
  });

  it('has only the external API in the document of all while the panel API is not published', async () => {
    const titles = [true, false].map(async (panelDocs) => {
      const { info } = await parsed(documentsWith({ ...CONFIG, panelDocs }), 'all');
      return info.title;
    });

    expect(await Promise.all(titles)).toEqual(['ServicePay', 'ServicePay External API']);
  });
});
