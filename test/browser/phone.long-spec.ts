import { PanelBrowser } from '../support/panel-browser';
import { calendar } from './days.section';
import { documentation } from './documentation.section';
import { everyPage } from './every-page.section';

// A browser shares the processors with the service and the other tests.
jest.setTimeout(60_000);

const PHONES = [
  { width: 390, colorScheme: 'dark', language: 'es' },
  { width: 390, colorScheme: 'light', language: 'pt' },
] as const;

let panel: PanelBrowser;

beforeAll(async () => {
  panel = await PanelBrowser.start();
}, 120_000);
afterAll(() => panel.stop());

const shared = () => panel;
describe.each(PHONES)('on a phone: %j', (options) => {
  describe('the calendar', () => calendar(shared, options));
  describe('every page', () => everyPage(shared, options));
  describe('the documentation', () => documentation(shared, options));
});
