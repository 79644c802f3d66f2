import { PanelBrowser } from '../support/panel-browser';
import { checkout } from './checkout.section';
import { documentation, tryingIt } from './documentation.section';
import { everyPage, firstView } from './every-page.section';
import { journeys } from './journeys.section';
import { refunds } from './refunds.section';

// A browser shares the processors with the service and the other tests.
jest.setTimeout(60_000);

const DESK = { width: 1280, colorScheme: 'light', language: 'en' } as const;

let panel: PanelBrowser;

// The first retry comes after an hour: a section sends its webhook again by hand.
beforeAll(async () => {
  panel = await PanelBrowser.start({ WEBHOOK_RETRY_DELAYS: '1h,1h,1h,1h' });
}, 120_000);
afterAll(() => panel.stop());

const shared = () => panel;
describe('journeys', () => journeys(shared));
describe('refunds and disputes', () => refunds(shared));
describe('payers at the checkout', () => checkout(shared));
describe('the first view', () => firstView(shared));
describe('every page', () => everyPage(shared, DESK));
describe('the documentation', () => {
  documentation(shared, DESK, ['/docs', 'Create a payment link']);
  tryingIt(shared);
});
