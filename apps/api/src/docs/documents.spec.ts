import type { Config } from '@app/platform';
import { MetadataScanner, type DiscoveryService } from '@nestjs/core';
import { WalletsController } from '../external/wallets.controller';
import { Documents } from './documents';
import type { OpenApiDocument } from './open-api-types';

const CONFIG = { publicUrl: 'https://pay.example.com', environment: 'sandbox', panelDocs: true } as Config;

function aDiscovery() {
  const getControllers = jest.fn(() => [{ metatype: WalletsController }]);
  return { getControllers, discovery: { getControllers } as unknown as DiscoveryService };
}

describe('Documents', () => {
  it('does nothing until it is asked', () => {
    const { discovery, getControllers } = aDiscovery();
    new Documents(discovery, new MetadataScanner(), CONFIG);

    expect(getControllers).not.toHaveBeenCalled();
  });

  it('makes a document once, and gives the same bytes from then on', async () => {
    const { discovery, getControllers } = aDiscovery();
    const documents = new Documents(discovery, new MetadataScanner(), CONFIG);
    const [first, second] = await Promise.all([documents.get('all'), documents.get('all')]);

    expect(await documents.get('all')).toBe(first);
    expect(second).toBe(first);
    expect(getControllers).toHaveBeenCalledTimes(1);
  });

  it('takes only what the document refers to', async () => {
    const documents = new Documents(aDiscovery().discovery, new MetadataScanner(), CONFIG);
    const panel = JSON.parse((await documents.get('panel')).toString()) as { paths: object; components: object };

    expect(panel.paths).toEqual({});
    expect(panel.components).toEqual({ schemas: {}, examples: {}, parameters: {}, headers: {}, securitySchemes: {} });
  });

  it('holds the external API alone in the document of all where the panel API is not published', async () => {
    const titled = async (panelDocs: boolean) => {
      const documents = new Documents(aDiscovery().discovery, new MetadataScanner(), { ...CONFIG, panelDocs });
      return (JSON.parse((await documents.get('all')).toString()) as OpenApiDocument).info.title;
    };

    expect([await titled(true), await titled(false)]).toEqual(['ServicePay', 'ServicePay External API']);
  });
});
