import type { Config } from '@app/platform';
import { MetadataScanner, type DiscoveryService } from '@nestjs/core';
import { WalletsController } from '../external/wallets.controller';
import { Documents } from './documents';

const CONFIG = { publicUrl: 'https://pay.example.com/base', environment: 'sandbox' } as Config;

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

  it('knows the path that the service is published under', async () => {
    const documents = new Documents(aDiscovery().discovery, new MetadataScanner(), CONFIG);

    expect((await documents.get('page')).toString()).toContain('href="/base/docs/assets/docs.css?v=');
  });
});
