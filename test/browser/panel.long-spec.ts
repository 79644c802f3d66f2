import { PanelBrowser } from '../support/panel-browser';
import { bundledChromium } from './bundled-chromium.section';
import { calendar, days } from './days.section';
import { documentation } from './documentation.section';
import { everyPage } from './every-page.section';
import { lists } from './lists.section';
import { serviceDown } from './service-down.section';
import { sessions } from './sessions.section';

// A browser shares the processors with the service and the other tests.
jest.setTimeout(60_000);

const DESK = { width: 1280, colorScheme: 'light', language: 'en' } as const;
const PHONES = [
  { width: 390, colorScheme: 'dark', language: 'es' },
  { width: 390, colorScheme: 'light', language: 'pt' },
] as const;
const PANEL_API = ['/docs/panel', 'Order a payout, or start a transfer'] as const;

let panel: PanelBrowser;

beforeAll(async () => {
  panel = await PanelBrowser.start();
}, 120_000);
afterAll(() => panel.stop());

const shared = () => panel;
describe('the Chromium that npm installs', bundledChromium);
describe('sessions', () => sessions(shared));
describe('lists', () => lists(shared));
describe('a day', () => days(shared));
describe('on a desk', () => {
  describe('the calendar', () => calendar(shared, DESK));
  describe('the documentation', () => documentation(shared, DESK, PANEL_API));
});
describe.each(PHONES)('on a phone: %j', (options) => {
  describe('the calendar', () => calendar(shared, options));
  describe('every page', () => everyPage(shared, options));
  describe('the documentation', () => {
    documentation(shared, options, ['/docs', 'Create a payment link']);
    documentation(shared, options, PANEL_API);
  });
});
// Last, because the API is down for a moment.
describe('a service that is down', () => serviceDown(shared));
